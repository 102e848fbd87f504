import { VENUE_NAMES } from '../../domain/venues.ts';
import { commandCode, UsageError } from '../command.ts';
import { configFlags } from '../config-flags.ts';
import { textOf } from '../given.ts';
import { loadConfig } from '../load-config.ts';
import { DEFAULT_USER } from '../shared-flags.ts';
import { findVenueAccount } from '../venue-account.ts';

export const venue = commandCode({
	read({ values, words: [name, what] }) {
		if (name === undefined || what === undefined)
			throw new UsageError('venue', 'venue needs the NAME of an exchange and WHAT to ask.');
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
		const account = await findVenueAccount(loadConfig({ flags, env, cwd }), name, userName);
		output.print(await parts.runVenueCommand({ venue: name, what, ...account, json }));
	},
});
