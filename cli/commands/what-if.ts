import type { WhatIfParams } from '../../client/methods.ts';
import { UsageError } from '../command.ts';
import { paramName } from '../params.ts';
import { SHOCK_FLAGS } from '../pot-flags.ts';
import { serviceCommand } from '../service-command.ts';
import { squeezeLines, whatIfLines } from '../what-if-lines.ts';

const SHOCK: readonly string[] = Object.keys(SHOCK_FLAGS).map(paramName);

/** Applies a shock to the present positions, or starts the replay of a squeeze with them. Trades nothing. */
export const whatIf = serviceCommand({
	name: 'what-if',
	needs: 'arb:read',
	read({ params }) {
		const given = Object.entries(params);
		const shock = given.filter(([name]) => SHOCK.includes(name));
		if (shock.length === 0)
			throw new UsageError('what-if', 'what-if needs a change, such as --move-pct -30, or --squeeze ID.');
		const others = given.filter(([name]) => !SHOCK.includes(name));
		return { ...Object.fromEntries(others), shock: Object.fromEntries(shock) } as WhatIfParams;
	},
	async run(params, session) {
		const found = await session.call('what_if', params);
		session.show(found, () =>
			'replay_id' in found ? squeezeLines(found, session) : whatIfLines(found, session),
		);
	},
});
