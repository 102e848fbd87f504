/** Starts pots: each with its shadow pot or not at all, and at most once per idempotency key. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import type { Pot } from '../ports/autopilot.ts';
import type { PotStart, ShadowAccounts } from '../ports/autopilot-service.ts';
import type { IdempotencyClaim, IdempotencyKey } from '../ports/journal.ts';
import type { Asker } from '../ports/order-service.ts';
import type { AutopilotState } from './parts.ts';
import { readablePot } from './pot-book.ts';
import { requireSettings } from './pot-settings.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** Most pots of one user that are not stopped; shadow pots count. */
export const POTS_PER_USER_MAX = 10;

/** Starts a pot. @throws CarrywireError INVALID_PARAMS, TOO_MANY_POTS, RISK_LIMIT, IDEMPOTENCY_CONFLICT */
export type PotStarter = (by: Asker, start: PotStart) => Promise<Pot>;

type Parts = {
	readonly state: AutopilotState;
	readonly shadows: ShadowAccounts;
	readonly isTraded: (exchange: VenueName) => boolean;
	/** Called for each new pot. */
	readonly kick: (potId: string) => void;
};

/** Creates the starter. A second call with a key waits for the first one. */
export function createPotStarter(parts: Parts): PotStarter {
	const underWay = new Map<string, Promise<unknown>>();
	return async (by, start) => {
		const key = keyOf(by, start);
		if (key === undefined) return started(parts, by, start, undefined);
		const name = JSON.stringify([key.userId, key.agentId, key.key]);
		const before = underWay.get(name) ?? Promise.resolve();
		const call = before.then(() => startedOnce(parts, by, start, key));
		const over = call.catch(() => {});
		underWay.set(name, over);
		try {
			return await call;
		} finally {
			if (underWay.get(name) === over) underWay.delete(name);
		}
	};
}

function keyOf({ userId, agent }: Asker, { idempotencyKey }: PotStart): IdempotencyKey | undefined {
	return idempotencyKey === undefined
		? undefined
		: { userId, agentId: agent?.agentId ?? null, key: idempotencyKey };
}

async function startedOnce(parts: Parts, by: Asker, start: PotStart, key: IdempotencyKey): Promise<Pot> {
	const { settings, kind, withShadow } = start;
	const terms = encodePayload({ settings, kind, withShadow });
	const known = await parts.state.store.findClaim(key);
	if (known === undefined) return started(parts, by, start, { ...key, terms });
	if (known.paramsHash !== terms)
		throw new CarrywireError('IDEMPOTENCY_CONFLICT', AUTOPILOT_TEXT.usedKey({ key: key.key }), {
			field: 'idempotency_key',
		});
	const { potId } = decodePayload(known.answer) as { readonly potId: string };
	return readablePot(parts.state.book, by.userId, potId);
}

async function started(
	parts: Parts,
	by: Asker,
	{ settings, kind, withShadow }: PotStart,
	claimed: (IdempotencyKey & { readonly terms: string }) | undefined,
): Promise<Pot> {
	const { state } = parts;
	requireSettings(settings, by.agent, parts.isTraded);
	const hasTwo = kind === 'live' && withShadow;
	const present = state.book.ofUser(by.userId).filter((pot) => pot.state !== 'stopped').length;
	if (present + (hasTwo ? 2 : 1) > POTS_PER_USER_MAX)
		throw new CarrywireError('TOO_MANY_POTS', AUTOPILOT_TEXT.tooMany({ limit: POTS_PER_USER_MAX }), {
			facts: { limit: POTS_PER_USER_MAX },
		});
	const pot = await newPot(parts, by, { settings, kind, shadowOf: null });
	// The accounts of a shadow pot exist before either pot is stored, so that an error leaves no pot that trades.
	const shadow = hasTwo ? [await newPot(parts, by, { settings, kind: 'shadow', shadowOf: pot.potId })] : [];
	await state.book.add([pot, ...shadow], claimed && claimOf(claimed, pot));
	for (const { potId } of [...shadow, pot]) parts.kick(potId);
	return pot;
}

function claimOf(
	{ terms, ...key }: IdempotencyKey & { readonly terms: string },
	{ potId }: Pot,
): IdempotencyClaim {
	return { ...key, paramsHash: terms, answer: encodePayload({ potId }) };
}

async function newPot(
	{ state, shadows }: Parts,
	by: Asker,
	{ settings, kind, shadowOf }: Pick<Pot, 'settings' | 'kind' | 'shadowOf'>,
): Promise<Pot> {
	const potId = `pot_${state.random.hex(12)}`;
	const { exchanges, capital } = settings;
	const at = state.clock.now();
	return {
		potId,
		userId: by.userId,
		agentId: by.agent?.agentId ?? null,
		tradesAs: kind === 'live' ? by.userId : await shadows.provide(potId, exchanges, capital),
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
}
