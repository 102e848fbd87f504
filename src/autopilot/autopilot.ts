/** Runs the pots of users and agents, and answers their calls. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Pot, PotSettings } from '../ports/autopilot.ts';
import type { Autopilot, PotStart, PotView, ShadowAccounts } from '../ports/autopilot-service.ts';
import type { Decision } from '../ports/autopilot-store.ts';
import type { Asker } from '../ports/order-service.ts';
import { createLoop, type Loop } from './loop.ts';
import { createMotions } from './motions.ts';
import type { AutopilotParts, AutopilotState } from './parts.ts';
import { commandedPot, openPotBook, readablePot } from './pot-book.ts';
import { requireSettings } from './pot-settings.ts';
import { viewOf } from './pot-view.ts';
import { answerSuggestions } from './suggestions.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Most pots of one user that are not stopped; shadow pots count. */
export const POTS_PER_USER_MAX = 10;

const SHOWN_ID_LENGTH = 64;

/** Dependencies of the autopilot and of its callers. */
export type AutopilotOptions = AutopilotParts & {
	readonly shadows: ShadowAccounts;
	readonly isTraded: (exchange: VenueName) => boolean;
};

/** The autopilot with its background work. */
export type RunningAutopilot = Autopilot & {
	/** Continues unfinished changes and starts to decide. */
	readonly startLoop: () => void;
	/** Checks a pot at once; for events that the loop does not see itself. */
	readonly kick: (potId: string) => void;
	/** Resolves once no queue is at work. */
	readonly idle: () => Promise<void>;
	/** Stores and sends nothing more. */
	readonly close: () => void;
};

type Running = {
	readonly state: AutopilotState;
	readonly loop: Loop;
	readonly options: AutopilotOptions;
};

/** Reads the pots and creates the autopilot. Nothing is decided before `startLoop`. */
export async function openAutopilot(options: AutopilotOptions): Promise<RunningAutopilot> {
	const state: AutopilotState = {
		...options,
		book: await openPotBook(options.store),
		waits: new Map(),
		motions: createMotions(options.clock, (change, error) =>
			options.log.error({ change, error }, 'a change of a pot failed'),
		),
		unplanned: new Map(),
		sampledAt: new Map(),
		isClosed: false,
	};
	const running: Running = { state, loop: createLoop(state), options };
	const { book } = state;
	return {
		async status(userId, { potId, decisions }) {
			const pots = potId === undefined ? book.ofUser(userId) : [readablePot(book, userId, potId)];
			return Promise.all(pots.map((pot) => viewOf(state, pot, decisions)));
		},
		start: (by, start) => startPot(running, by, start),
		commanded: async (by, potId) => commandedPot(book, by, potId),
		change: (by, potId, change) => changePot(running, by, potId, change),
		pause: (by, potId, paused) => pausePot(running, by, potId, paused),
		stop: (by, potId, closes) => stopPot(running, by, potId, closes),
		answer: (by, decisionId, changes, isConfirmed) => answer(running, by, decisionId, changes, isConfirmed),
		startLoop: running.loop.start,
		kick: running.loop.kick,
		idle: running.loop.idle,
		close: running.loop.close,
	};
}

async function startPot(
	running: Running,
	by: Asker,
	{ settings, kind, withShadow }: PotStart,
): Promise<PotView> {
	const { state, options, loop } = running;
	requireSettings(settings, by.agent, options.isTraded);
	const hasTwo = kind === 'live' && withShadow;
	const present = state.book.ofUser(by.userId).filter((pot) => pot.state !== 'stopped').length;
	if (present + (hasTwo ? 2 : 1) > POTS_PER_USER_MAX)
		throw new CarrywireError('TOO_MANY_POTS', AUTOPILOT_TEXT.tooMany({ limit: POTS_PER_USER_MAX }), {
			facts: { limit: POTS_PER_USER_MAX },
		});
	const pot = await addPot(running, by, { settings, kind, shadowOf: null });
	if (hasTwo) {
		const shadow = await addPot(running, by, { settings, kind: 'shadow', shadowOf: pot.potId });
		loop.kick(shadow.potId);
	}
	loop.kick(pot.potId);
	return viewOf(state, pot, 0);
}

async function addPot(
	{ state, options }: Running,
	by: Asker,
	{ settings, kind, shadowOf }: Pick<Pot, 'settings' | 'kind' | 'shadowOf'>,
): Promise<Pot> {
	const potId = `pot_${state.random.hex(12)}`;
	const { exchanges, capital } = settings;
	const at = state.clock.now();
	const pot: Pot = {
		potId,
		userId: by.userId,
		agentId: by.agent?.agentId ?? null,
		tradesAs: kind === 'live' ? by.userId : await options.shadows.provide(potId, exchanges, capital),
		kind,
		shadowOf,
		// A shadow pot trades no money, so no person has to confirm its changes.
		settings: kind === 'live' ? settings : { ...settings, mode: 'act' },
		state: 'running',
		stateReason: null,
		stateAt: at,
		settingsAt: null,
		createdAt: at,
	};
	await state.book.add(pot);
	return pot;
}

async function changePot(
	{ state, options, loop }: Running,
	by: Asker,
	potId: string,
	change: Partial<PotSettings>,
): Promise<PotView> {
	const pot = activePot(state, by, potId);
	const settings: PotSettings = { ...pot.settings, ...change };
	requireSettings(settings, by.agent, options.isTraded);
	if (pot.kind === 'shadow') await options.shadows.provide(potId, settings.exchanges, settings.capital);
	await state.book.setSettings(potId, settings, state.clock.now());
	loop.kick(potId);
	return viewOf(state, present(state, pot), 0);
}

async function pausePot(
	{ state, loop }: Running,
	by: Asker,
	potId: string,
	paused: boolean,
): Promise<PotView> {
	const pot = activePot(state, by, potId);
	const wanted = paused ? 'paused' : 'running';
	if (pot.state !== wanted)
		await state.book.setState(potId, {
			state: wanted,
			reason: paused ? AUTOPILOT_TEXT.pausedByUser() : null,
			at: state.clock.now(),
		});
	loop.kick(potId);
	return viewOf(state, present(state, pot), 0);
}

async function stopPot(
	{ state, loop }: Running,
	by: Asker,
	potId: string,
	closes: boolean,
): Promise<PotView> {
	const pot = commandedPot(state.book, by, potId);
	const isNews = pot.state !== 'stopped' && !(closes && pot.state === 'stopping');
	if (isNews)
		await state.book.setState(potId, {
			state: closes ? 'stopping' : 'stopped',
			reason: AUTOPILOT_TEXT.stoppedByUser({ closes }),
			at: state.clock.now(),
		});
	if (isNews && !closes) state.alerts.ended(pot, state.clock.now());
	loop.kick(potId);
	return viewOf(state, present(state, pot), 0);
}

async function answer(
	{ state, loop }: Running,
	by: Asker & { readonly name: string },
	decisionId: string,
	changes: readonly number[] | undefined,
	isConfirmed: boolean,
): Promise<Decision> {
	const decision = await ownDecision(state, by, decisionId);
	const event = { kind: isConfirmed ? 'confirmed' : 'declined', at: state.clock.now(), by: by.name } as const;
	if (await answerSuggestions(state.store, decision, changes, event)) loop.kick(decision.potId);
	return ownDecision(state, by, decisionId);
}

/** @throws CarrywireError UNKNOWN_DECISION */
async function ownDecision(state: AutopilotState, by: Asker, decisionId: string): Promise<Decision> {
	const decision = await state.store.find(decisionId);
	const pot = decision === undefined ? undefined : state.book.get(decision.potId);
	const isOwn = pot?.userId === by.userId && (by.agent === undefined || pot.agentId === by.agent.agentId);
	if (decision !== undefined && isOwn) return decision;
	throw new CarrywireError(
		'UNKNOWN_DECISION',
		AUTOPILOT_TEXT.unknownDecision({ was: decisionId.slice(0, SHOWN_ID_LENGTH) }),
		{ field: 'decision_id' },
	);
}

/** @throws CarrywireError UNKNOWN_POT, POT_STOPPED */
function activePot({ book }: AutopilotState, by: Asker, potId: string): Pot {
	const pot = commandedPot(book, by, potId);
	if (pot.state === 'running' || pot.state === 'paused') return pot;
	throw new CarrywireError('POT_STOPPED', AUTOPILOT_TEXT.stopped({ pot: pot.settings.name }));
}

function present({ book }: AutopilotState, pot: Pot): Pot {
	return book.get(pot.potId) ?? pot;
}
