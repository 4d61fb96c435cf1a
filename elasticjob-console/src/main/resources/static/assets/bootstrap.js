/** The components of Bootstrap that need more than styles; its file is loaded before all modules. */
export const { Modal, Dropdown } = globalThis.bootstrap;
