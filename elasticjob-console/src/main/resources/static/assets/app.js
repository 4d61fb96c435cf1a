/** Entry point of the application. */
import { createApp } from './lib/vue.js';
import { startLive } from './lib/live.js';
import { loadSession } from './lib/state.js';
import { applyTheme } from './lib/theme.js';
import { Shell } from './pages/shell.js';

applyTheme();
createApp(Shell).mount('#app');
loadSession().then(startLive);
