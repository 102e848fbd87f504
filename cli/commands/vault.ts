import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { commandCode, UsageError, type Values } from '../command.ts';
import { refuseFlags } from '../given.ts';
import { runVaultCommand, type VaultAction } from '../vault.ts';

/** Shows or rotates the keys under which secrets lie; a rotation needs a stopped service. */
export const vault = commandCode({
	read: ({ values, words }) => ({ flags: configFlags(values), ...vaultAction(values, words) }),
	async run({ flags, ...action }, { env, cwd, output, clock, random }) {
		const config = loadConfig({ flags, env, cwd });
		operatorDirectory(config, undefined, output);
		await runVaultCommand(action, { config, output, clock, random });
	},
});

function vaultAction(values: Values, [action]: readonly string[]): VaultAction {
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
