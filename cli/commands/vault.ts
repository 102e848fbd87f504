import { loadConfig } from '../../src/config/load-config.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { defineCommand, UsageError, type Values } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords, refuseFlags } from '../given.ts';
import { runVaultCommand, type VaultAction } from '../vault.ts';

export const vault = defineCommand({
	name: 'vault',
	group: 'operate',
	summary: 'Under which keys secrets lie; a new key in the place of the present one.',
	about:
		'Shows under which keys the secrets of the data directory lie, or rotates them. No key is ever printed. With status, while the service runs or not: the keys, which of them is current, and how many secrets lie under each. With rotate, while no service runs: a new key is written into the key file, every secret is brought under it, and the keys of before stay in the file as retired ones. It may be ended anywhere and begun again.',
	forms: ['status [--json]', 'rotate [--drop-retired]'],
	words: [{ name: 'status or rotate', meaning: 'Which of both.', choices: ['status', 'rotate'] }],
	flags: {
		json: { meaning: 'With status: print JSON.' },
		'drop-retired': {
			meaning:
				'With rotate: takes the retired keys out of the file. Copies of the database from before are lost then.',
		},
		...CONFIG_FLAGS,
	},
	examples: ['carrywire vault status', 'carrywire vault rotate --drop-retired'],
	read: ({ values, words }) => ({ flags: configFlags(values), ...vaultAction(values, words) }),
	async run({ flags, ...action }, parts) {
		const { env, cwd, output } = parts;
		const config = loadConfig({ flags, env, cwd });
		operatorDirectory(config, undefined, output);
		await runVaultCommand(action, { config, tools: await parts.vaultTools(), output });
		return EXIT_CODES.OK;
	},
});

function vaultAction(values: Values, [action, ...words]: readonly string[]): VaultAction {
	noWords('vault', words);
	switch (action) {
		case 'status':
			refuseFlags('vault', 'vault status', values, ['drop-retired']);
			return { action, json: values.json === true };
		case 'rotate':
			refuseFlags('vault', 'vault rotate', values, ['json']);
			return { action, dropRetired: values['drop-retired'] === true };
		default:
			throw new UsageError(
				'vault',
				`After vault comes status or rotate; was ${action === undefined ? 'nothing' : JSON.stringify(action)}.`,
			);
	}
}
