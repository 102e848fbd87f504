import { resolve } from 'node:path';
import { UsageError } from '../command.ts';
import { operatorCommand } from '../operator-command.ts';

/** Creates a data directory from a backup, with trading halted. */
export const restore = operatorCommand({
	read({ values, words }) {
		const [from] = words;
		if (from === undefined) throw new UsageError('restore', 'restore needs the directory of a backup.');
		return { from, replace: values.replace === true };
	},
	async run({ from, replace }, { config, cwd, clock, random, output }) {
		const { restoreBackup, restoreLines } = await import('../../src/operations/restore.ts');
		const restored = await restoreBackup({ config, from: resolve(cwd, from), replace, clock, random });
		for (const line of restoreLines(config.dataDir, restored)) output.print(line);
	},
});
