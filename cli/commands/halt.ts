import { configFlags } from '../../src/config/config-flags.ts';
import { HALT_REASON_LENGTH_MAX } from '../../src/ports/halts.ts';
import { commandCode, UsageError, type Values } from '../command.ts';
import { refuseFlags, textOf } from '../given.ts';
import { runHaltCommand } from '../halt.ts';
import { haltTarget } from '../halt-target.ts';
import { operatorParts } from '../operator-command.ts';
import { haltOwn } from '../own-halt.ts';
import { openSession, serviceOptions } from '../service-command.ts';

/** Halts the opening of positions: in the whole service, on one exchange or, with `--mine`, only by the caller. */
export const halt = commandCode({
	read({ values }) {
		const reason = reasonOf(textOf(values.reason));
		const closeAll = values['close-all'] === true;
		if (isOwn('halt', values))
			return { action: 'own' as const, reason, closeAll, service: serviceOptions(values) };
		return {
			flags: configFlags(values),
			create: values.create === true,
			action: 'halt' as const,
			target: haltTarget('halt', values),
			reason,
			closeAll,
		};
	},
	async run(options, parts) {
		if (options.action === 'own') {
			await haltOwn(options, await openSession('halt', 'arb:trade', options.service, parts));
			return;
		}
		const dataDir = await operatorParts(options.flags, parts).dataDirectory(options.create);
		await runHaltCommand({ ...options, dataDir }, parts);
	},
});

function reasonOf(given: string | undefined): string | null {
	if (given === undefined) return null;
	if (given.trim() !== '' && given.length <= HALT_REASON_LENGTH_MAX) return given.trim();
	throw new UsageError(
		'halt',
		`--reason must have 1 to ${HALT_REASON_LENGTH_MAX} characters; it had ${given.length}.`,
	);
}

/**
 * True if the command concerns the caller's own kill switch. @throws UsageError for a flag that only the other kill
 * switch accepts
 */
export function isOwn(command: string, values: Values): boolean {
	if (values.mine === true)
		refuseFlags(command, `${command} --mine`, values, ['exchange', 'service', 'create']);
	else refuseFlags(command, `${command} without --mine`, values, ['url', 'token-file', 'json']);
	return values.mine === true;
}
