/** Light or dark theme: the system's preference until the user selects one. */
import { ref } from './vue.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = localStorage.getItem('theme');

export const theme = ref(chosen || (system.matches ? 'dark' : 'light'));

export function applyTheme() {
  document.documentElement.dataset.bsTheme = theme.value;
}

/** Returns a colour of the stylesheet in the current theme. */
export function colour(name) {
  return getComputedStyle(document.documentElement)
    .getPropertyValue('--' + name)
    .trim();
}

export function switchTheme() {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', theme.value);
  applyTheme();
}

system.addEventListener('change', event => {
  if (!localStorage.getItem('theme')) {
    theme.value = event.matches ? 'dark' : 'light';
    applyTheme();
  }
});
