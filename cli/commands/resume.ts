import { configFlags } from '../../src/config/config-flags.ts';
import { commandCode } from '../command.ts';
import { runHaltCommand } from '../halt.ts';
import { haltTarget } from '../halt-target.ts';
import { operatorParts } from '../operator-command.ts';
import { resumeOwn } from '../own-halt.ts';
import { openSession, serviceOptions } from '../service-command.ts';
import { isOwn } from './halt.ts';

/** Ends an operator's halt, or with `--mine` the caller's own halt. */
export const resume = commandCode({
	read({ values }) {
		if (isOwn('resume', values)) return { action: 'own' as const, service: serviceOptions(values) };
		return {
			flags: configFlags(values),
			action: 'resume' as const,
			target: haltTarget('resume', values),
		};
	},
	async run(options, parts) {
		if (options.action === 'own') {
			await resumeOwn(await openSession('resume', 'arb:trade', options.service, parts));
			return;
		}
		await runHaltCommand(
			{ ...options, dataDir: await operatorParts(options.flags, parts).dataDirectory() },
			parts,
		);
	},
});
