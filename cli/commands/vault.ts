/** Implements `carrywire vault`: lists the encryption keys' ids and roles, or rotates the current key. */
import type { Config } from '../../src/config/config.ts';
import { rotateVault, type VaultStatus, vaultStatus } from '../../src/operations/vault-tools.ts';
import type { Clock, Random } from '../../src/ports/clock.ts';
import type { Output } from '../../src/ports/output.ts';
import { textTable } from '../columns-table.ts';
import { UsageError, type Values } from '../command.ts';
import { refuseFlags } from '../given.ts';
import { operatorCommand } from '../operator-command.ts';
import { printResult } from '../print-result.ts';
import { OPERATOR_TEXT } from '../text.ts';

type VaultAction =
	| { readonly action: 'status'; readonly json: boolean }
	| { readonly action: 'rotate'; readonly dropRetired: boolean };

/**
 * Lists the encryption keys' ids and roles, or rotates the current key. The service must be stopped for a rotation.
 */
export const vault = operatorCommand({
	read: ({ values, words }) => vaultAction(values, words),
	async run(action, parts) {
		await parts.dataDirectory();
		await runVaultCommand(action, parts);
	},
});

/** @throws Error with a message if the action failed */
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
	output.remark(OPERATOR_TEXT.keyRotated(kid, rewrapped));
	for (const what of failed) output.remark(OPERATOR_TEXT.notDecrypted(what));
	if (dropped.length > 0) output.remark(OPERATOR_TEXT.keysDropped(dropped));
	else output.remark(OPERATOR_TEXT.keysRetired);
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
				`carrywire vault needs an action: status or rotate; got ${action === undefined ? 'nothing' : JSON.stringify(action)}.`,
			);
	}
}
