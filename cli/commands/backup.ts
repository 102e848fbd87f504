import { resolve } from 'node:path';
import { loadConfig } from '../../src/config/load-config.ts';
import { defineCommand, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags } from '../given.ts';

export const backup = defineCommand({
	name: 'backup',
	group: 'operate',
	summary: 'A checked copy of the data directory, while the service runs or not.',
	about:
		'Writes the data directory as it is at one instant to a new directory: journal, users, tokens, sealed exchange accounts and, of simulated exchanges, theirs. The service goes on meanwhile. It waits up to 30 s for an instant at which no order is under way. The keys of the vault are not inside unless --with-keys is given. See docs/backup.md.',
	forms: ['DIR [--with-keys] [--recordings] [--json]'],
	words: [{ name: 'DIR', meaning: 'A directory that is not there yet.' }],
	flags: {
		'with-keys': { meaning: 'The vault keys too: then whoever has the backup can read every secret in it.' },
		recordings: { meaning: 'The recordings of market data too.' },
		json: { meaning: 'Print the manifest as JSON.' },
		...CONFIG_FLAGS,
	},
	examples: ['carrywire backup backups/2026-11-22', 'carrywire backup /mnt/stick/carrywire --with-keys'],
	read({ values, words }) {
		const [to, ...further] = words;
		if (to === undefined || further.length > 0)
			throw new UsageError('backup', 'After backup comes one directory, which is made.');
		return {
			flags: configFlags(values),
			to,
			withKeys: values['with-keys'] === true,
			recordings: values.recordings === true,
			json: values.json === true,
		};
	},
	async run({ flags, to, withKeys, recordings, json }, { env, cwd, clock, version, output }) {
		const { backupLines, makeBackup } = await import('../../src/operations/backup.ts');
		const config = loadConfig({ flags, env, cwd });
		const target = resolve(cwd, to);
		const remark = (line: string): void => {
			output.remark(line);
		};
		const manifest = await makeBackup({ config, to: target, withKeys, recordings, version, clock, remark });
		for (const line of json ? [JSON.stringify(manifest, null, '\t')] : backupLines(target, manifest))
			output.print(line);
		return EXIT_CODES.OK;
	},
});
