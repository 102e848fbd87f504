/** Reads the service's V8 flags, so that a bench that measures the service's pauses runs with the same flags. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the V8 flags in the `npm start` script. @throws Error when the script has none */
export function serviceFlags(): readonly string[] {
	const file = join(import.meta.dirname, '..', 'package.json');
	const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as {
		readonly scripts: { readonly start: string };
	};
	const flags = scripts.start.split(' ').filter((part) => part.startsWith('--'));
	if (flags.length === 0) throw new Error(`npm start sets no flags any more: ${scripts.start}`);
	return flags;
}
