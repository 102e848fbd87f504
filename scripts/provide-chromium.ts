/**
 * Finds or installs a Chromium before the browser tests run. On failure it prints an explanation and exits with code
 * 1.
 */
import { NoChromiumError, provideChromium, thisMachine } from './chromium.ts';

try {
	const { path, isNew } = provideChromium(thisMachine());
	console.log(`chromium: ${path}${isNew ? ', just installed' : ''}`);
} catch (error) {
	if (!(error instanceof NoChromiumError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
