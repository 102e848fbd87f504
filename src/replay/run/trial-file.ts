/**
 * Keeps the finished trials of a sweep in a file, one line each, so that a sweep that was ended goes on where it
 * stopped. A line without its line break was cut by a crash and is ignored.
 */

import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { TrialDays } from './sweep-windows.ts';

/** The trials of a sweep that have finished. */
export type TrialFile = {
	/** Returns the finished trials of this sweep by their number. */
	readonly known: () => Map<number, TrialDays>;
	readonly add: (index: number, trial: TrialDays) => void;
};

const NAME = 'trials.jsonl';

type Line = TrialDays & { readonly key: string; readonly index: number };

/** Opens the trials of a sweep. @param folder undefined to keep nothing @param key identifies the sweep */
export function openTrialFile(folder: string | undefined, key: string): TrialFile {
	if (folder === undefined) return { known: () => new Map(), add() {} };
	mkdirSync(folder, { recursive: true });
	const path = join(folder, NAME);
	return {
		known() {
			const found = new Map<number, TrialDays>();
			if (!existsSync(path)) return found;
			const text = readFileSync(path, 'utf8');
			const whole = text.slice(0, text.lastIndexOf('\n') + 1);
			if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
			for (const line of whole.split('\n')) {
				if (line === '') continue;
				const { key: lineKey, index, returns, opened } = JSON.parse(line) as Line;
				if (lineKey === key) found.set(index, { returns, opened });
			}
			return found;
		},
		add(index, { returns, opened }) {
			appendFileSync(path, `${JSON.stringify({ key, index, returns, opened } satisfies Line)}\n`);
		},
	};
}
