/** Stores the pots of the autopilot. Settings, plans and events are JSON with exact decimals. */
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import type { Pot, PotSettings } from '../ports/autopilot.ts';
import type { PotSample, PotStore } from '../ports/autopilot-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { insertClaim, readClaim } from './idempotency.ts';
import { createPotDecisions, noteEnds } from './pot-decisions.ts';
import { changesOf, ownedRows, type Row, type SqlDatabase, type Steps } from './sql-database.ts';

/** Creates the store of pots, their decisions and their equity. */
export function createPotStore(database: SqlDatabase, owner?: string): PotStore {
	return {
		...pots(database, owner),
		...potExecutions(database),
		...createPotDecisions(database),
		...samples(database),
	};
}

function pots(
	database: SqlDatabase,
	owner: string | undefined,
): Pick<PotStore, 'load' | 'insert' | 'findClaim' | 'setSettings' | 'setState'> {
	const { where, values } = ownedRows(owner);
	return {
		load: async () =>
			(await database.rows(`SELECT * FROM pot ${where} ORDER BY created_at, pot_id`, ...values)).map(potOf),
		insert: (added, claim) =>
			database.transaction(function* () {
				for (const pot of added) yield* insertPot(pot);
				if (claim !== undefined) yield* insertClaim(claim, added[0]?.createdAt ?? 0);
			}),
		findClaim: (key) => database.transaction(() => readClaim(key)),
		async setSettings(potId, settings, at) {
			await database.changes(
				'UPDATE pot SET settings = ?, settings_at = ? WHERE pot_id = ?',
				encodePayload(settings),
				at,
				potId,
			);
		},
		setState: async (potId, { state, reason, at }, seen) =>
			(await database.changes(
				`UPDATE pot SET state = ?, state_reason = ?, state_at = ?
				 WHERE pot_id = ? AND state = coalesce(?, state) AND state_at = coalesce(?, state_at)`,
				state,
				wordsText(reason),
				at,
				potId,
				seen?.state ?? null,
				seen?.stateAt ?? null,
			)) > 0,
	};
}

/** Links executions to pots. */
function potExecutions(
	database: SqlDatabase,
): Pick<PotStore, 'executions' | 'link' | 'watched' | 'noteEnds'> {
	return {
		async link(potId, executionId, at) {
			await database.changes(
				'INSERT INTO pot_execution (execution_id, pot_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
				executionId,
				potId,
				at,
			);
		},
		async executions() {
			const found = new Map<string, string[]>();
			for (const row of await database.rows('SELECT * FROM pot_execution ORDER BY since, execution_id')) {
				const list = found.get(String(row.pot_id)) ?? [];
				list.push(String(row.execution_id));
				found.set(String(row.pot_id), list);
			}
			return found;
		},
		watched: async (potId) =>
			(
				await database.rows(
					'SELECT execution_id FROM pot_execution WHERE pot_id = ? AND end_noted = 0 ORDER BY since, execution_id',
					potId,
				)
			).map((row) => String(row.execution_id)),
		noteEnds: (executionIds) => database.transaction(() => noteEnds(executionIds)),
	};
}

function insertPot(pot: Pot): Steps<number> {
	return changesOf(
		`INSERT INTO pot (pot_id, user_id, agent_id, trades_as, kind, shadow_of, settings, state, state_reason, state_at, settings_at, created_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		pot.potId,
		pot.userId,
		pot.agentId,
		pot.tradesAs,
		pot.kind,
		pot.shadowOf,
		encodePayload(pot.settings),
		pot.state,
		wordsText(pot.stateReason),
		pot.stateAt,
		pot.settingsAt,
		pot.createdAt,
	);
}

function samples(database: SqlDatabase): Pick<PotStore, 'sample' | 'samples' | 'highestProfit'> {
	return {
		async sample(potId, { at, equity, profit }) {
			await database.changes(
				`INSERT INTO pot_sample (pot_id, at, equity, profit) VALUES (?, ?, ?, ?)
				 ON CONFLICT (pot_id, at) DO UPDATE SET equity = excluded.equity, profit = excluded.profit`,
				potId,
				at,
				formatDecimal(equity),
				formatDecimal(profit),
			);
		},
		samples: async (potId, from, limit) =>
			spread(
				await database.rows('SELECT * FROM pot_sample WHERE pot_id = ? AND at >= ? ORDER BY at', potId, from),
				limit,
			).map(
				(row): PotSample => ({
					at: Number(row.at),
					equity: parseDecimal(String(row.equity)),
					profit: parseDecimal(String(row.profit)),
				}),
			),
		highestProfit: async (potId, from) =>
			(await database.rows('SELECT profit FROM pot_sample WHERE pot_id = ? AND at >= ?', potId, from))
				.map((row) => parseDecimal(String(row.profit)))
				.reduce<Decimal | undefined>(
					(most, one) => (most === undefined || one > most ? one : most),
					undefined,
				),
	};
}

/** Returns at most `limit` of the rows, spread evenly, with the first and the last. */
function spread(rows: readonly Row[], limit: number): readonly Row[] {
	if (rows.length <= limit) return rows;
	return Array.from({ length: limit }, (_, n) => Math.round((n * (rows.length - 1)) / (limit - 1)))
		.map((at) => rows[at])
		.filter((row) => row !== undefined);
}

function potOf(row: Row): Pot {
	return {
		potId: String(row.pot_id),
		userId: String(row.user_id),
		agentId: row.agent_id === null ? null : String(row.agent_id),
		tradesAs: String(row.trades_as),
		kind: row.kind as Pot['kind'],
		shadowOf: row.shadow_of === null ? null : String(row.shadow_of),
		settings: decodePayload(String(row.settings)) as PotSettings,
		state: row.state as Pot['state'],
		stateReason: row.state_reason === null ? null : (decodePayload(String(row.state_reason)) as Words),
		stateAt: Number(row.state_at),
		settingsAt: row.settings_at === null ? null : Number(row.settings_at),
		createdAt: Number(row.created_at),
	};
}

function wordsText(words: Words | null): string | null {
	return words === null ? null : encodePayload(words);
}
