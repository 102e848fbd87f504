/** Provides the service's semantic version, from package.json. */
import { readFileSync } from 'node:fs';

/** The version: three numbers, such as 0.2.0. */
export const VERSION: string = (
	JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
		readonly version: string;
	}
).version;
