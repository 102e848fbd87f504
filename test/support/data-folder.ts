/** Writes recorded data into a folder of the test, and reads it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Dataset } from '../../src/replay/data/dataset.ts';
import { type DatasetRequest, readDataset } from '../../src/replay/data/read-dataset.ts';

export type DataFolder = {
	readonly path: string;
	/** Writes a file; rows are joined to lines. */
	readonly put: (name: string, content: readonly string[] | string | Uint8Array) => string;
	readonly read: (request?: Partial<DatasetRequest>) => Promise<Dataset>;
	readonly [Symbol.dispose]: () => void;
};

export function dataFolder(): DataFolder {
	const path = mkdtempSync(join(tmpdir(), 'carrywire-data-'));
	return {
		path,
		put(name, content) {
			const file = join(path, name);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, Array.isArray(content) ? `${content.join('\n')}\n` : (content as string));
			return file;
		},
		read: (request) =>
			readDataset({ paths: [path], grade: undefined, venues: undefined, coins: undefined, ...request }),
		[Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
	};
}
