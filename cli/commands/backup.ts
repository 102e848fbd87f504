import { resolve } from 'node:path';
import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { commandCode, UsageError } from '../command.ts';

/** Copies the data directory while the service runs or not, and prints the manifest. */
export const backup = commandCode({
	read({ values, words }) {
		const [to] = words;
		if (to === undefined) throw new UsageError('backup', 'After backup comes one directory, which is made.');
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
	},
});
