/**
 * Keeps the finished trials of a sweep in a file, one line each, so that a sweep that was ended goes on where it
 * stopped. A line that a crash has cut or spoiled is ignored, and its trial is played again.
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

/**
 * Opens the trials of a sweep. @param folder undefined to keep nothing @param keyOf returns the sweep's key; trials of
 * other keys are ignored @throws Error from the system
 */
export function openTrialFile(folder: string | undefined, keyOf: () => string): TrialFile {
	if (folder === undefined) return { known: () => new Map(), add() {} };
	const key = keyOf();
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
				const read = lineIn(line);
				if (read?.key === key) found.set(read.index, { returns: read.returns, opened: read.opened });
			}
			return found;
		},
		add(index, { returns, opened }) {
			appendFileSync(path, `${JSON.stringify({ key, index, returns, opened } satisfies Line)}\n`);
		},
	};
}

function lineIn(text: string): Line | undefined {
	try {
		const { key, index, returns, opened } = JSON.parse(text);
		return Array.isArray(returns) && Array.isArray(opened) ? { key, index, returns, opened } : undefined;
	} catch {
		return undefined;
	}
}
