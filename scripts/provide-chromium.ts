/** The step before the tests of the pages: makes sure that there is a Chromium. Exit code 1 with a sentence where there is none. */
import { NoChromiumError, provideChromium, thisMachine } from './chromium.ts';

try {
	const { path, isNew } = provideChromium(thisMachine());
	console.log(`chromium: ${path}${isNew ? ', just installed' : ''}`);
} catch (error) {
	if (!(error instanceof NoChromiumError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
