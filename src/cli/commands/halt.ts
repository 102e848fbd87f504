import { VENUE_NAMES } from '../../domain/venues.ts';
import { HALT_REASON_LENGTH_MAX } from '../../ports/halts.ts';
import { defineCommand, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords, textOf } from '../given.ts';
import { runHaltCommand } from '../halt.ts';
import { haltTarget } from '../halt-target.ts';
import { loadConfig } from '../load-config.ts';

export const halt = defineCommand({
	name: 'halt',
	group: 'operate',
	summary: 'Stop opening: by the whole service or on one exchange.',
	about:
		'Stops opening at once, until carrywire resume: no execution is begun and none grows. Closing, and whatever reduces a position, goes on. It outlives the service; without a running service it holds from the next start on.',
	forms: ['[--exchange NAME | --service] [--reason TEXT] [--close-all]'],
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
		...CONFIG_FLAGS,
	},
	examples: [
		'carrywire halt --reason "exchange rates look wrong"',
		'carrywire halt --exchange kucoin --close-all',
	],
	read({ values, words }) {
		noWords('halt', words);
		return {
			flags: configFlags(values),
			action: 'halt' as const,
			target: haltTarget('halt', values),
			reason: reasonOf(textOf(values.reason)),
			closeAll: values['close-all'] === true,
		};
	},
	async run({ flags, ...action }, parts) {
		const { env, cwd } = parts;
		const { dataDir } = loadConfig({ flags, env, cwd });
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
