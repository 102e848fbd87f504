/**
 * Bugs that the simulation must find: each takes one safeguard out of a copy of the source. `find` stands in the file
 * exactly once; one that no longer does is a mutant that proves nothing, and fails.
 */
export type Mutant = {
	readonly name: string;
	/** The safeguard that is taken out. */
	readonly without: string;
	readonly file: string;
	readonly find: string;
	readonly replace: string;
	/** What the simulation must say. */
	readonly caughtAs: RegExp;
	/** Planted in every test run, not only in the long ones. */
	readonly isInEveryRun?: boolean;
	/** Found within this many seeds, from `seedFirst` on (1 unless stated). */
	readonly seedsMax: number;
	readonly seedFirst?: number;
};

export const MUTANTS: readonly Mutant[] = [
	{
		name: 'present-terms',
		without: 'the ticks and lots of now: orders keep those that their plan was made with',
		file: 'src/execution/driver.ts',
		find: 'const present = atPresentTerms(entry.state, options.instrumentOf);',
		replace: 'const present = entry.state;',
		caughtAs: /steps of before|off its lot or its tick|long after the faults/,
		seedFirst: 3_000_001,
		seedsMax: 600,
	},
	{
		name: 'doubtful-leg-first',
		without: 'the rule that a leg that was refused is tried alone before the other follows',
		file: 'src/execution/refused-legs.ts',
		find: 'return first === undefined ? legs : [first];',
		replace: 'return legs;',
		caughtAs: /closes one leg although the other was refused/,
		seedFirst: 4_000_001,
		seedsMax: 1_000,
	},
	{
		name: 'write-ahead',
		without: 'the journal before the wire: orders leave while their intents are still being written',
		file: 'src/execution/driver.ts',
		find: `			try {
				await journal.appendExecution({
					executionId: next.plan.executionId,`,
		replace: `			for (const effect of effects) if (effect.kind === 'send') perform(entry, effect);
			try {
				await journal.appendExecution({
					executionId: next.plan.executionId,`,
		caughtAs: /sent before its intent was durable|sent twice/,
		isInEveryRun: true,
		seedsMax: 50,
	},
	{
		name: 'refused-append',
		without: 'the rule that nothing is done when the journal refuses',
		file: 'src/execution/driver.ts',
		find: `'journal append failed');
				return false;`,
		replace: `'journal append failed');`,
		caughtAs: /sent before its intent was durable|live state is not|does not fold|long after the faults/,
		seedsMax: 400,
	},
	{
		name: 'client-order-id',
		without: 'the client order id that follows from execution, leg and attempt: a fresh one for every send',
		file: 'src/execution/driver.ts',
		find: `			clientOrderId: order.clientOrderId,
			side: order.side,`,
		replace: `			clientOrderId: \`\${order.clientOrderId.slice(0, 24)}\${Math.random().toString(16).slice(2, 10)}\`,
			side: order.side,`,
		caughtAs: /sent before its intent was durable/,
		isInEveryRun: true,
		seedsMax: 50,
	},
	{
		name: 'probe',
		without: 'the probe: an order of unknown outcome is taken for refused',
		file: 'src/execution/engine.ts',
		find: `				events: [{ type: 'OrderOutcomeUnknown', clientOrderId, message: outcome.message }],
				effects: proving(order, limits.probeDelayMsMin),`,
		replace: `				events: [{ type: 'OrderRejected', clientOrderId, code: 'LOST', message: outcome.message, passing: true }],
				effects: [],`,
		caughtAs: /rejected in the journal|larger than planned|turned around|venues hold/,
		isInEveryRun: true,
		seedsMax: 200,
	},
	{
		name: 'absence-window',
		without: 'the window in which a lost request may still arrive',
		file: 'src/execution/absence.ts',
		find: 'if (askedAt <= absence.lastSendAt + requestWindowMs) return false;',
		replace: '',
		caughtAs: /proven absent and then arrived|absent in the journal/,
		isInEveryRun: true,
		seedsMax: 200,
	},
	{
		name: 'recovery',
		without: 'the doubt after a start: what was in flight is left as it is',
		file: 'src/execution/engine.ts',
		find: `	const orders = state.orders.filter(isInFlight);
	return {
		events: orders`,
		replace: `	const orders = state.orders.filter(() => false);
	return {
		events: orders`,
		caughtAs: /long after the faults/,
		seedsMax: 400,
	},
	{
		name: 'reduce-only',
		without: 'reduce-only on what closes and cuts',
		file: 'src/execution/reducing.ts',
		find: 'reduceOnly: true,',
		replace: 'reduceOnly: false,',
		caughtAs: /not reduce-only|without reduce-only/,
		isInEveryRun: true,
		seedsMax: 50,
	},
	{
		name: 'imbalance-repair',
		without: 'the repair of an imbalance while opening',
		file: 'src/execution/opening.ts',
		find: '	if (!isHedged(state)) return hedging(state, now, around, limits);\n',
		replace: '',
		caughtAs: /unequal legs|long after the faults|stands alone/,
		isInEveryRun: true,
		seedsMax: 100,
	},
	{
		name: 'busy-leg',
		without: 'the rest of a leg while an order of it is in flight or unknown',
		file: 'src/execution/order-terms.ts',
		find: '	return legOrders(state, leg).some(isInFlight);',
		replace:
			"	return legOrders(state, leg).some((order) => isInFlight(order) && order.status !== 'unknown');",
		caughtAs: /sent while/,
		seedsMax: 200,
	},
	{
		name: 'attention',
		without: 'the stop of every further slice while a person is needed',
		file: 'src/execution/opening.ts',
		find: '	if (state.attention !== null) return { ...NOTHING_NEXT, wakeMs: LOOK_AGAIN_MS };\n',
		replace: '',
		caughtAs: /increases a position while a person is needed/,
		seedsMax: 8_000,
	},
	{
		name: 'unhedged-cap',
		without: 'the cap on what one leg may stand alone',
		file: 'src/execution/order-terms.ts',
		find: '	return max(floorToStep(divDown(usd, price), state.plan.commonLot), leastSlice(state));',
		replace:
			'	return max(floorToStep(divDown(usd * 1000n as Decimal, price), state.plan.commonLot), leastSlice(state));',
		caughtAs: /stands alone/,
		seedsMax: 2_000,
	},
	{
		name: 'lost-cancel',
		without: 'the cancel that is asked for again while the order is still on the book',
		file: 'src/execution/engine.ts',
		find: 'probeAgain(order, now, limits, order.cancelAskedAt !== undefined)',
		replace: 'probeAgain(order, now, limits, false)',
		caughtAs: /long after the faults/,
		seedsMax: 4_000,
	},
	{
		name: 'cut-after-liquidation',
		without: 'the cut of the other leg after a liquidation',
		file: 'src/domain/execution.ts',
		find: "		phase: ends ? state.phase : 'unwinding',",
		replace: '		phase: state.phase,',
		caughtAs: /unequal legs|long after the faults|reopens what others took|increases a position/,
		seedsMax: 2_000,
	},
	{
		name: 'reconciliation',
		without: 'the word of the venue on what it took',
		file: 'src/execution/reconciler.ts',
		find: '		if (missing > 0n && !watch.explaining) void take(place, watch, missing, seen.since);\n',
		replace: '',
		caughtAs: /long after the faults|holds .* the journals/,
		seedsMax: 1_000,
	},
	{
		name: 'settlement-split',
		without: 'the split of a payment over the executions that held the instrument',
		file: 'src/execution/payment-shares.ts',
		find: '{ ...payment, amount: shares.get(id) ?? ZERO, quantity }',
		replace: '{ ...payment, amount: shares.has(id) ? payment.amount : ZERO, quantity }',
		caughtAs: /paid -?\d+, booked/,
		isInEveryRun: true,
		seedsMax: 4_000,
	},
	{
		name: 'netting',
		without: 'the rule of one side per account and instrument',
		file: 'src/risk/checks/position.ts',
		find: '		if (sharer.role !== role)',
		replace: '		if (sharer.role !== role && sharer.leverage < 0n)',
		caughtAs: /opened although .* holds the other side/,
		isInEveryRun: true,
		seedsMax: 1_000,
	},
	{
		name: 'gate',
		without: 'the refusal of what the risk gate does not pass',
		file: 'src/execution/desk.ts',
		find: '		if (failed !== undefined)\n			throw new CarrywireError(failed.code',
		replace:
			"		if (failed !== undefined && failed.check === 'none')\n			throw new CarrywireError(failed.code",
		caughtAs: /opened although/,
		seedsMax: 200,
	},
	{
		name: 'idempotency',
		without: 'the claim of an idempotency key beside the plan',
		file: 'src/execution/desk.ts',
		find: 'await driver.admit(plan, idempotencyOf(request, paramsText, answer));',
		replace: 'await driver.admit(plan, undefined);',
		caughtAs: /two executions of one idempotency key|was answered with/,
		seedsMax: 2_000,
	},
	{
		name: 'kill-switch',
		without: 'the kill switch before an open',
		file: 'src/execution/desk.ts',
		find: '		halts.requireOpen(userId, venues);\n',
		replace: '',
		caughtAs: /opened although a kill switch stands/,
		seedsMax: 4_000,
	},
	{
		name: 'hedge-of-unknown',
		without: 'the rule that nothing is hedged on a third exchange against an order that is not proven',
		file: 'src/execution/stands-alone.ts',
		find: '	if (state.orders.some(isInFlight)) return undefined;\n',
		replace:
			'	if (state.orders.some((order) => isInFlight(order) && order.quantity < 0n)) return undefined;\n',
		caughtAs: /long after the faults|turned around|does not fold|holds .* the journals/,
		seedFirst: 1_000_001,
		seedsMax: 2_000,
	},
	{
		name: 'handover-in-two',
		without: 'the one commit in which a leg leaves one journal and comes into the other',
		file: 'src/execution/driver.ts',
		find: '					together: begun?.append,\n',
		replace: '',
		caughtAs: /nobody traded by hand: flat|live state is not|holds .* the journals/,
		isInEveryRun: true,
		seedFirst: 1_000_001,
		seedsMax: 200,
	},
	{
		name: 'agent-caps',
		without: "the claims of an agent's other calls: several pass a cap together",
		file: 'src/execution/openings.ts',
		find: 'pending.filter((other) => other.agentId === agentId)',
		replace: "pending.filter((other) => other.agentId === agentId && other.userId === '')",
		caughtAs: /of its agent is above the cap/,
		seedFirst: 2_000_001,
		seedsMax: 4_000,
	},
	{
		name: 'agent-stopped',
		without: 'the end of what a stopped agent opens',
		file: 'src/execution/agent-stops.ts',
		find: 'return plan.agentId !== undefined && isAgentStopped(plan.agentId) ? ITS_AGENT : null;',
		replace: "return plan.agentId === '' && isAgentStopped(plan.agentId) ? ITS_AGENT : null;",
		caughtAs: /opens for a stopped agent/,
		seedFirst: 2_000_001,
		seedsMax: 1_000,
	},
	{
		name: 'agent-refused',
		without: 'the refusal of what a stopped agent calls',
		file: 'src/execution/desk.ts',
		find: '		requireNotStopped(agent, options.isAgentStopped);\n',
		replace: '',
		caughtAs: /a call of the stopped agent .* was admitted/,
		seedFirst: 2_000_001,
		seedsMax: 1_000,
	},
];
