import { loadConfig } from '../../src/config/load-config.ts';
import { VENUE_NAMES } from '../../src/domain/venues.ts';
import { CREATE_FLAG, operatorDirectory } from '../../src/operations/operator-directory.ts';
import { HALT_REASON_LENGTH_MAX } from '../../src/ports/halts.ts';
import { defineCommand, UsageError, type Values } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { configFlags, noWords, refuseFlags, textOf } from '../given.ts';
import { runHaltCommand } from '../halt.ts';
import { haltTarget } from '../halt-target.ts';
import { haltOwn } from '../own-halt.ts';
import { OWN_SERVICE_FLAGS, openSession, serviceOptions } from '../service-command.ts';

export const halt = defineCommand({
	name: 'halt',
	group: 'operate',
	summary: 'Stop opening: by the whole service, on one exchange, or of yours alone.',
	about:
		'Stops opening at once, until carrywire resume: no execution is begun and none grows. Closing, and whatever reduces a position, goes on. It outlives the service; without a running service it holds from the next start on. With --mine it is your own kill switch at a service here or elsewhere (halt_trading): of nobody else anything is halted.',
	forms: [
		'[--exchange NAME | --service] [--reason TEXT] [--close-all]',
		'--mine [--reason TEXT] [--close-all]',
	],
	flags: {
		exchange: {
			value: 'NAME',
			meaning: 'Only executions with a leg on this exchange.',
			choices: VENUE_NAMES,
		},
		service: { meaning: 'Everything (the default).' },
		reason: { value: 'TEXT', meaning: 'Said to everybody who is refused by it.' },
		'close-all': {
			meaning: 'Also closes the running executions that it covers, and cancels those that are opening.',
		},
		...CREATE_FLAG,
		...OWN_SERVICE_FLAGS,
	},
	examples: [
		'carrywire halt --reason "exchange rates look wrong"',
		'carrywire halt --exchange kucoin --close-all',
		'carrywire halt --mine --close-all',
	],
	read({ values, words }) {
		noWords('halt', words);
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
			await haltOwn(options, openSession('halt', 'arb:trade', options.service, parts));
			return EXIT_CODES.OK;
		}
		const { env, cwd, output } = parts;
		const { flags, create, ...action } = options;
		const dataDir = operatorDirectory(loadConfig({ flags, env, cwd }), create, output);
		await runHaltCommand({ ...action, dataDir }, parts);
		return EXIT_CODES.OK;
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

/** Whether it is the caller's own switch. @throws UsageError for flags of the other kind */
export function isOwn(command: string, values: Values): boolean {
	if (values.mine === true)
		refuseFlags(command, `${command} --mine`, values, ['exchange', 'service', 'create']);
	else refuseFlags(command, `${command} without --mine`, values, ['url', 'token-file', 'json']);
	return values.mine === true;
}
