/** The one place that names the file of the library. */
export * from '../vendor/vue.runtime.esm-browser.prod.js';
