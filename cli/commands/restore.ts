import { resolve } from 'node:path';
import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { commandCode, UsageError } from '../command.ts';

/** Makes a data directory from a backup, with trading halted in it. */
export const restore = commandCode({
	read({ values, words }) {
		const [from] = words;
		if (from === undefined)
			throw new UsageError('restore', 'After restore comes one directory, that of the backup.');
		return { flags: configFlags(values), from, replace: values.replace === true };
	},
	async run({ flags, from, replace }, { env, cwd, clock, random, output }) {
		const { restoreBackup, restoreLines } = await import('../../src/operations/restore.ts');
		const config = loadConfig({ flags, env, cwd });
		const restored = await restoreBackup({ config, from: resolve(cwd, from), replace, clock, random });
		for (const line of restoreLines(config.dataDir, restored)) output.print(line);
	},
});
