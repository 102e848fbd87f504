/** Runs the pots of users and agents, and answers their calls. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Pot, PotSettings } from '../ports/autopilot.ts';
import type { Autopilot, PotStart, PotView, ShadowAccounts } from '../ports/autopilot-service.ts';
import { type Decision, lastEvent, unfinished } from '../ports/autopilot-store.ts';
import type { Asker } from '../ports/order-service.ts';
import type { Words } from '../sentences/sentence.ts';
import { watchHeirs } from './heirs.ts';
import { createLoop, type Loop } from './loop.ts';
import { createMotions } from './motions.ts';
import type { AutopilotParts, AutopilotState } from './parts.ts';
import { commandedPot, openPotBook, readablePot } from './pot-book.ts';
import { requireSettings } from './pot-settings.ts';
import { viewOf } from './pot-view.ts';
import { createPotStarter, type PotStarter } from './start-pot.ts';
import { answerSuggestions } from './suggestions.ts';
import { AUTOPILOT_TEXT } from './text.ts';

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
	readonly begin: PotStarter;
	readonly options: AutopilotOptions;
	/** The last change of settings of each user. The next one waits for it, so that neither is lost. */
	readonly turns: Map<string, Promise<void>>;
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
	const loop = createLoop(state);
	const begin = createPotStarter({
		state,
		shadows: options.shadows,
		isTraded: options.isTraded,
		kick: loop.kick,
	});
	const running: Running = { state, loop, begin, options, turns: new Map() };
	const { book } = state;
	let stopHeirs = (): void => {};
	return {
		async status(userId, { potId, decisions }) {
			const pots = potId === undefined ? book.ofUser(userId) : [readablePot(book, userId, potId)];
			return Promise.all(pots.map((pot) => viewOf(state, pot, decisions)));
		},
		start: (by, start) => startPot(running, by, start),
		commanded: async (by, potId) => commandedPot(book, by, potId),
		change: (by, potId, change) => inTurn(running, by, () => changePot(running, by, potId, change)),
		pause: (by, potId, paused) => pausePot(running, by, potId, paused),
		stop: (by, potId, closes) => stopPot(running, by, potId, closes),
		answer: (by, decisionId, changes, isConfirmed) => answer(running, by, decisionId, changes, isConfirmed),
		startLoop() {
			loop.start();
			stopHeirs = watchHeirs(state, loop.kick);
		},
		kick: loop.kick,
		idle: loop.idle,
		close() {
			loop.close();
			stopHeirs();
		},
	};
}

async function startPot({ state, begin }: Running, by: Asker, start: PotStart): Promise<PotView> {
	return viewOf(state, await begin(by, start), 0);
}

/** Runs the changes of one user's pots one after the other. */
async function inTurn<T>({ turns }: Running, { userId }: Asker, work: () => Promise<T>): Promise<T> {
	const result = (turns.get(userId) ?? Promise.resolve()).then(work);
	const end = result.then(
		() => {},
		() => {},
	);
	turns.set(userId, end);
	try {
		return await result;
	} finally {
		if (turns.get(userId) === end) turns.delete(userId);
	}
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
	requireMode(pot, settings.mode, by);
	// The shadow pot first: if its accounts cannot be provided, nothing changes.
	const shadow = state.book.ofUser(pot.userId).find((one) => one.shadowOf === potId && isActive(one));
	const changed = [...(shadow === undefined ? [] : [shadow]), pot];
	for (const one of changed)
		if (one.kind === 'shadow') await options.shadows.provide(one.potId, settings.exchanges, settings.capital);
	for (const one of changed) {
		await state.book.setSettings(
			one.potId,
			one.kind === 'shadow' ? { ...settings, mode: 'act' } : settings,
			state.clock.now(),
		);
		loop.kick(one.potId);
	}
	return viewOf(state, present(state, pot), 0);
}

/** @throws CarrywireError INVALID_PARAMS for a shadow pot that suggests, AGENT_NOT_ALLOWED */
function requireMode({ kind, settings }: Pot, mode: PotSettings['mode'], { agent }: Asker): void {
	if (kind === 'shadow' && mode === 'suggest')
		throw new CarrywireError('INVALID_PARAMS', AUTOPILOT_TEXT.shadowActs(), { field: 'mode' });
	if (agent !== undefined && mode === 'act' && settings.mode === 'suggest')
		throw notByAgent(AUTOPILOT_TEXT.agentActs({ agent: agent.agentId }), agent.agentId);
}

async function pausePot(
	{ state, loop }: Running,
	by: Asker,
	potId: string,
	paused: boolean,
): Promise<PotView> {
	const pot = activePot(state, by, potId);
	const wanted = paused ? 'paused' : 'running';
	if (by.agent !== undefined && !paused && pot.state === 'paused')
		throw notByAgent(AUTOPILOT_TEXT.agentResumes({ agent: by.agent.agentId }), by.agent.agentId);
	if (pot.state !== wanted)
		await state.book.setState(potId, {
			state: wanted,
			reason: paused ? pausedBy(by) : null,
			at: state.clock.now(),
		});
	loop.kick(potId);
	return viewOf(state, present(state, pot), 0);
}

function pausedBy({ agent }: Asker): Words {
	return agent === undefined ? AUTOPILOT_TEXT.pausedByUser() : AUTOPILOT_TEXT.pausedByAgent();
}

async function stopPot(
	{ state, loop }: Running,
	by: Asker,
	potId: string,
	closes: boolean,
): Promise<PotView> {
	const pot = commandedPot(state.book, by, potId);
	if (closes && pot.state === 'stopped' && !(await hasRest(state, potId)))
		throw new CarrywireError('POT_STOPPED', AUTOPILOT_TEXT.holdsNothing({ pot: pot.settings.name }));
	// A stopped pot whose positions were kept closes them when it is asked to.
	const isNews = closes ? pot.state !== 'stopping' : pot.state !== 'stopped';
	if (isNews)
		await state.book.setState(potId, {
			state: closes ? 'stopping' : 'stopped',
			reason:
				by.agent === undefined
					? AUTOPILOT_TEXT.stoppedByUser({ closes })
					: AUTOPILOT_TEXT.stoppedByAgent({ closes }),
			at: state.clock.now(),
		});
	if (isNews && !closes) state.alerts.ended(pot, state.clock.now());
	loop.kick(potId);
	return viewOf(state, present(state, pot), 0);
}

/** Returns true if a pot holds a position, or if a change is being sent that may open one. */
async function hasRest({ books, book, store }: AutopilotState, potId: string): Promise<boolean> {
	if (books.holdings(book.executionsOf(potId)).length > 0) return true;
	return (await store.open(potId)).some((decision) =>
		unfinished(decision).some((n) => ['begun', 'sent'].includes(lastEvent(decision, n)?.kind ?? '')),
	);
}

async function answer(
	{ state, loop }: Running,
	by: Asker & { readonly name: string },
	decisionId: string,
	changes: readonly number[] | undefined,
	isConfirmed: boolean,
): Promise<Decision> {
	const decision = await ownDecision(state, by, decisionId);
	if (isConfirmed && by.agent !== undefined)
		throw notByAgent(AUTOPILOT_TEXT.agentConfirms({ agent: by.agent.agentId }), by.agent.agentId);
	const event = { kind: isConfirmed ? 'confirmed' : 'declined', at: state.clock.now(), by: by.name } as const;
	if (await answerSuggestions(state.store, decision, changes, event)) loop.kick(decision.potId);
	return ownDecision(state, by, decisionId);
}

function notByAgent(message: Words, agentId: string): CarrywireError {
	return new CarrywireError('AGENT_NOT_ALLOWED', message, { facts: { agentId } });
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
	if (isActive(pot)) return pot;
	throw new CarrywireError('POT_STOPPED', AUTOPILOT_TEXT.stopped({ pot: pot.settings.name }));
}

function isActive({ state }: Pot): boolean {
	return state === 'running' || state === 'paused';
}

function present({ book }: AutopilotState, pot: Pot): Pot {
	return book.get(pot.potId) ?? pot;
}
