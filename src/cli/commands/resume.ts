import { VENUE_NAMES } from '../../domain/venues.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { CONFIG_FLAGS, configFlags, noWords } from '../given.ts';
import { runHaltCommand } from '../halt.ts';
import { haltTarget } from '../halt-target.ts';
import { loadConfig } from '../load-config.ts';

export const resume = defineCommand({
	name: 'resume',
	group: 'operate',
	summary: 'End a halt.',
	about:
		"Ends a halt of the whole service, or of one exchange. A halt of the other kind, or a caller's own, goes on.",
	forms: ['[--exchange NAME | --service]'],
	flags: {
		exchange: { value: 'NAME', meaning: 'Ends the halt of this exchange.', choices: VENUE_NAMES },
		service: { meaning: 'Ends the halt of the service (the default).' },
		...CONFIG_FLAGS,
	},
	examples: ['carrywire resume', 'carrywire resume --exchange kucoin'],
	read({ values, words }) {
		noWords('resume', words);
		return {
			flags: configFlags(values),
			action: 'resume' as const,
			target: haltTarget('resume', values),
		};
	},
	async run({ flags, ...action }, parts) {
		const { env, cwd } = parts;
		const { dataDir } = loadConfig({ flags, env, cwd });
		await runHaltCommand({ ...action, dataDir }, parts);
		return EXIT_CODES.OK;
	},
});
