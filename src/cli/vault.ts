/** `carrywire vault`: under which keys secrets lie, and a new key in the place of the present one. */
import type { Config } from '../config.ts';
import { textTable } from './text-table.ts';
import type { Output } from './token.ts';

export type VaultAction =
	| { readonly action: 'status'; readonly json: boolean }
	| { readonly action: 'rotate'; readonly dropRetired: boolean };

export type VaultKeyStatus = {
	readonly kid: string;
	/** `unknown`: secrets are sealed under it and it is not there. */
	readonly role: 'current' | 'retired' | 'unknown';
	/** Secrets that are sealed under it. */
	readonly count: number;
};

export type VaultStatus = { readonly source: string; readonly keys: readonly VaultKeyStatus[] };

export type Rotation = {
	readonly kid: string;
	readonly rewrapped: number;
	/** Secrets that did not open, by table and record. */
	readonly failed: readonly string[];
	readonly dropped: readonly string[];
};

/** What of the vault needs the store and the keys, loaded when it is asked. */
export type VaultTools = {
	/** Reads only, while a service runs or none does. @throws Error */
	readonly status: (config: Config) => Promise<VaultStatus>;
	/** @throws DataDirectoryHeldError while a service runs, Error otherwise */
	readonly rotate: (config: Config, dropRetired: boolean) => Promise<Rotation>;
};

/** @throws Error with a sentence when nothing could be done */
export async function runVaultCommand(
	command: VaultAction,
	{ config, tools, output }: { readonly config: Config; readonly tools: VaultTools; readonly output: Output },
): Promise<void> {
	if (command.action === 'status') {
		const status = await tools.status(config);
		if (command.json) output.print(JSON.stringify(status, null, '\t'));
		else for (const line of statusLines(status)) output.print(line);
		return;
	}
	const { kid, rewrapped, failed, dropped } = await tools.rotate(config, command.dropRetired);
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
