import { loadConfig } from '../../src/config/load-config.ts';
import { VENUE_NAMES } from '../../src/domain/venues.ts';
import { defineCommand, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, DEFAULT_USER, noWords, textOf } from '../given.ts';

export const venue = defineCommand({
	name: 'venue',
	group: 'operate',
	summary: 'Ask an exchange itself: positions, orders, trades, balance, funding.',
	about:
		"Asks an exchange itself, through plain ccxt and past the service, so that you can check the service's word.",
	forms: ['NAME WHAT [flags]'],
	words: [
		{ name: 'NAME', meaning: `Exchange: ${VENUE_NAMES.join(', ')}.`, choices: VENUE_NAMES },
		{
			name: 'WHAT',
			meaning: 'positions, orders, trades, balance or funding.',
			choices: ['positions', 'orders', 'trades', 'balance', 'funding'],
		},
	],
	flags: {
		user: { value: 'NAME', meaning: `Whose account in use there (default ${DEFAULT_USER}).` },
		json: { meaning: 'Print JSON.' },
		...CONFIG_FLAGS,
	},
	examples: ['carrywire venue bybit positions', 'carrywire venue kucoin funding --json'],
	read({ values, words: [name, what, ...more] }) {
		if (name === undefined || what === undefined)
			throw new UsageError('venue', 'venue needs the NAME of an exchange and WHAT to ask.');
		noWords('venue', more);
		if (!(VENUE_NAMES as readonly string[]).includes(name))
			throw new UsageError(
				'venue',
				`NAME must be one of ${VENUE_NAMES.join(', ')}; was ${JSON.stringify(name)}.`,
			);
		return {
			flags: configFlags(values),
			venue: name,
			what,
			userName: textOf(values.user) ?? DEFAULT_USER,
			json: values.json === true,
		};
	},
	async run({ flags, venue: name, what, userName, json }, parts) {
		const { env, cwd, output } = parts;
		const account = await parts.findVenueAccount(loadConfig({ flags, env, cwd }), name, userName);
		output.print(await parts.runVenueCommand({ venue: name, what, ...account, json }));
		return EXIT_CODES.OK;
	},
});
