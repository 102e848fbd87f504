/**
 * Builds the dashboard into `dist/dashboard`, from which the service serves it. `npm ci` and `npm start` run this
 * script; it does nothing when the dashboard is current.
 */
import { join } from 'node:path';
import { buildDashboard } from './dashboard-build.ts';
import { requireNode } from './node-version.ts';

requireNode();
const target = join(import.meta.dirname, '..', 'dist', 'dashboard');
if ((await buildDashboard(target)) === 'built') console.log('built the dashboard into dist/dashboard');
