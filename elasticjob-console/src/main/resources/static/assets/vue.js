/** The one place that names the file of the library. */
export * from './lib/vue.runtime.esm-browser.prod.js';
