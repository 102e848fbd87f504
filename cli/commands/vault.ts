/** `carrywire vault`: under which keys secrets lie, and a new key in the place of the present one. */
import type { Config } from '../../src/config/config.ts';
import { rotateVault, type VaultStatus, vaultStatus } from '../../src/operations/vault-tools.ts';
import type { Clock, Random } from '../../src/ports/clock.ts';
import type { Output } from '../../src/ports/output.ts';
import { textTable } from '../columns-table.ts';
import { UsageError, type Values } from '../command.ts';
import { refuseFlags } from '../given.ts';
import { operatorCommand } from '../operator-command.ts';
import { printResult } from '../print-result.ts';

type VaultAction =
	| { readonly action: 'status'; readonly json: boolean }
	| { readonly action: 'rotate'; readonly dropRetired: boolean };

/** Shows or rotates the keys under which secrets lie; a rotation needs a stopped service. */
export const vault = operatorCommand({
	read: ({ values, words }) => vaultAction(values, words),
	async run(action, parts) {
		await parts.dataDirectory();
		await runVaultCommand(action, parts);
	},
});

/** @throws Error with a sentence when nothing could be done */
export async function runVaultCommand(
	command: VaultAction,
	{
		config,
		output,
		...machine
	}: { readonly config: Config; readonly output: Output; readonly clock: Clock; readonly random: Random },
): Promise<void> {
	if (command.action === 'status') {
		const status = await vaultStatus(config);
		printResult(output, command.json, status, () => statusLines(status));
		return;
	}
	const { kid, rewrapped, failed, dropped } = await rotateVault(config, command.dropRetired, machine);
	output.remark(`The current key is ${kid} from now on; ${rewrapped} secrets lie under it.`);
	for (const what of failed) output.remark(`${what} does not open and stays as it is.`);
	if (dropped.length > 0)
		output.remark(
			`Dropped ${dropped.join(', ')}. Copies of the database from before cannot be read any more.`,
		);
	else output.remark('Retired keys stay, for copies of the database from before: see --drop-retired.');
}

function statusLines({ source, keys }: VaultStatus): readonly string[] {
	const rows = keys.map(({ kid, role, count }) => [kid, role, String(count)]);
	return [`Keys: ${source}.`, ...textTable([['KEY', 'ROLE', 'SECRETS'], ...rows], 'left')];
}

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
