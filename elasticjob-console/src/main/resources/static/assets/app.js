/** Entry point of the application. */
import { createApp } from './vue.js';
import { Shell } from './shell.js';
import { applyTheme } from './theme.js';
import { loadSession } from './state.js';
import { startLive } from './live.js';

applyTheme();
createApp(Shell).mount('#app');
loadSession().then(startLive);
