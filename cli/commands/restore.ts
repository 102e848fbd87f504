import { resolve } from 'node:path';
import { loadConfig } from '../../src/config/load-config.ts';
import { defineCommand, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags } from '../given.ts';

export const restore = defineCommand({
	name: 'restore',
	group: 'operate',
	summary: 'A data directory out of a backup; trading is halted in it.',
	about:
		'Checks a backup and makes the data directory out of it, while no service runs there. Restore only the newest one: what was done after it is not known, shows as trades by hand, and may need a person. Trading is halted until carrywire resume. A directory that is there is moved aside with --replace, and never removed. See docs/backup.md.',
	forms: ['DIR [--replace]'],
	words: [{ name: 'DIR', meaning: 'What carrywire backup has written.' }],
	flags: {
		replace: { meaning: 'Move what is in the data directory aside.' },
		...CONFIG_FLAGS,
	},
	examples: [
		'carrywire restore backups/2026-11-22 --data-dir data-again',
		'carrywire restore backups/2026-11-22 --replace',
	],
	read({ values, words }) {
		const [from, ...further] = words;
		if (from === undefined || further.length > 0)
			throw new UsageError('restore', 'After restore comes one directory, that of the backup.');
		return { flags: configFlags(values), from, replace: values.replace === true };
	},
	async run({ flags, from, replace }, { env, cwd, clock, random, output }) {
		const { restoreBackup, restoreLines } = await import('../../src/operations/restore.ts');
		const config = loadConfig({ flags, env, cwd });
		const restored = await restoreBackup({ config, from: resolve(cwd, from), replace, clock, random });
		for (const line of restoreLines(config.dataDir, restored)) output.print(line);
		return EXIT_CODES.OK;
	},
});
