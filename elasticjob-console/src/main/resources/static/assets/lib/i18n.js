/** Texts in the viewer's language. */
import { ref } from './vue.js';
import en from './i18n/en.js';
import zh from './i18n/zh.js';

const texts = { en, zh };
const chosen = ref(localStorage.getItem('language') || (navigator.language.startsWith('zh') ? 'zh' : 'en'));
document.documentElement.lang = chosen.value;

export const language = () => chosen.value;

export function setLanguage(name) {
  chosen.value = name;
  localStorage.setItem('language', name);
  document.documentElement.lang = name;
}

export const has = key => key in en;

/** @param values replacements for the placeholders in braces */
export function t(key, values = {}) {
  const text = texts[chosen.value][key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}
