/** Bootstrap components that need JavaScript. The page loads Bootstrap's script before all modules. */
export const { Modal, Dropdown } = globalThis.bootstrap;
