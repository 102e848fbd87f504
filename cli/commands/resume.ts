import { loadConfig } from '../../src/config/load-config.ts';
import { VENUE_NAMES } from '../../src/domain/venues.ts';
import { operatorDirectory } from '../../src/operations/operator-directory.ts';
import { defineCommand } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { configFlags, noWords } from '../given.ts';
import { runHaltCommand } from '../halt.ts';
import { haltTarget } from '../halt-target.ts';
import { resumeOwn } from '../own-halt.ts';
import { OWN_SERVICE_FLAGS, openSession, serviceOptions } from '../service-command.ts';
import { isOwn } from './halt.ts';

export const resume = defineCommand({
	name: 'resume',
	group: 'operate',
	summary: 'End a halt.',
	about:
		"Ends a halt of the whole service, or of one exchange. A halt of the other kind, or a caller's own, goes on. With --mine it ends your own at a service here or elsewhere (resume_trading).",
	forms: ['[--exchange NAME | --service]', '--mine'],
	flags: {
		exchange: { value: 'NAME', meaning: 'Ends the halt of this exchange.', choices: VENUE_NAMES },
		service: { meaning: 'Ends the halt of the service (the default).' },
		...OWN_SERVICE_FLAGS,
	},
	examples: ['carrywire resume', 'carrywire resume --exchange kucoin', 'carrywire resume --mine'],
	read({ values, words }) {
		noWords('resume', words);
		if (isOwn('resume', values)) return { action: 'own' as const, service: serviceOptions(values) };
		return {
			flags: configFlags(values),
			action: 'resume' as const,
			target: haltTarget('resume', values),
		};
	},
	async run(options, parts) {
		if (options.action === 'own') {
			await resumeOwn(openSession('resume', 'arb:trade', options.service, parts));
			return EXIT_CODES.OK;
		}
		const { env, cwd, output } = parts;
		const { flags, ...action } = options;
		const dataDir = operatorDirectory(loadConfig({ flags, env, cwd }), undefined, output);
		await runHaltCommand({ ...action, dataDir }, parts);
		return EXIT_CODES.OK;
	},
});
