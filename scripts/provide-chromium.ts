/** Runs before the browser tests and finds or installs a Chromium. Exit code 1 with an explanation on failure. */
import { NoChromiumError, provideChromium, thisMachine } from './chromium.ts';

try {
	const { path, isNew } = provideChromium(thisMachine());
	console.log(`chromium: ${path}${isNew ? ', just installed' : ''}`);
} catch (error) {
	if (!(error instanceof NoChromiumError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
