import { resolve } from 'node:path';
import { UsageError } from '../command.ts';
import { operatorCommand } from '../operator-command.ts';
import { printResult } from '../print-result.ts';

/** Copies the data directory, whether or not the service runs, and prints the manifest. */
export const backup = operatorCommand({
	read({ values, words }) {
		const [to] = words;
		if (to === undefined) throw new UsageError('backup', 'backup needs the directory to create.');
		return {
			to,
			withKeys: values['with-keys'] === true,
			recordings: values.recordings === true,
			json: values.json === true,
		};
	},
	async run({ to, withKeys, recordings, json }, { config, cwd, clock, version, output }) {
		const { backupLines, makeBackup } = await import('../../src/operations/backup.ts');
		const target = resolve(cwd, to);
		const { remark } = output;
		const manifest = await makeBackup({ config, to: target, withKeys, recordings, version, clock, remark });
		printResult(output, json, manifest, () => backupLines(target, manifest));
	},
});
