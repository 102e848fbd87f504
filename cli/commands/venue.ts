import { configFlags } from '../../src/config/config-flags.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { findVenueAccount } from '../../src/operations/venue-account.ts';
import { VENUE_NAMES } from '../../src/venues/facts.ts';
import { commandCode, UsageError } from '../command.ts';
import { textOf } from '../given.ts';
import { DEFAULT_USER } from '../shared-flags.ts';

/** Queries an exchange directly and prints the result. */
export const venue = commandCode({
	read({ values, words: [name, what] }) {
		if (name === undefined || what === undefined)
			throw new UsageError('venue', 'venue needs the NAME of an exchange and WHAT to query.');
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
		const account = await findVenueAccount(loadConfig({ flags, env, cwd }), name, userName, parts.random);
		const question = { venue: name, what, ...account, json, clock: parts.clock };
		output.print(await parts.runVenueCommand(question));
	},
});
