import { expect, test } from 'vitest';
import { scriptedAlertService } from '../../test/support/alert-service.ts';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { runningEvents } from '../../test/support/running-execution.ts';
import { storedAlerts } from '../../test/support/stored-alerts.ts';
import { type Decimal, parseDecimal as d, fromInteger, neg, ONE, sub, ZERO } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import type { JudgedFlow } from '../planner/margin-arrivals.ts';
import { openPlannedTransfers } from '../planner/service/planned-transfers.ts';
import type { Alert } from '../ports/alerts.ts';
import type { PlannedTransfers } from '../ports/planned-transfers.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { createVirtualClock, passTime } from '../runtime/virtual-clock.ts';
import { textOf } from '../sentences/sentence.ts';
import { createPlannedTransferStore } from '../store/planned-transfers.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createAccountMemory } from './account-memory.ts';
import { createMarginWatch } from './margin-watch.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const PERIOD_MS = 5_000;

/** One user with a running pair, whose accounts' equity the test sets. */
async function createWorld() {
	const clock = createVirtualClock(NOW);
	const database = openMemoryDatabase();
	const told: Alert[] = [];
	const state = foldExecution(runningEvents({ openedAt: NOW }).map((event) => ({ event, recordedAt: NOW })));
	let states: readonly ExecutionState[] = [state];
	let mark: Decimal | null = fromInteger(100);
	const memory = createAccountMemory({ clock, markOf: () => mark, hourlySigmaOf: () => 0.01 });
	let close = async (): Promise<void> => undefined;
	const flows: JudgedFlow[] = [];
	const topUps: string[] = [];
	const transferStore = createPlannedTransferStore(createSqliteDatabase(database));
	database.exec('PRAGMA foreign_keys = OFF');
	let transfers: PlannedTransfers;
	let starts = 1;

	async function start(): Promise<void> {
		transfers = await openPlannedTransfers({
			store: transferStore,
			flowsOf: () => flows,
			clock,
			random: seededRandom(starts++),
		});
		const service = scriptedAlertService(clock, { database });
		const watch = createMarginWatch({
			service,
			standing: storedAlerts(database).standing,
			clock,
			states: () => states,
			memory,
			figures: { inputsOf: () => undefined, markOf: () => mark, hourlySigmaOf: () => 0.01 },
			transfers,
			ownTransfers: {
				topUp: (_userId, exchange, usd) => void topUps.push(`${exchange} ${usd.toFixed(2)}`),
				settleOpen: async () => {},
			},
			periodMs: PERIOD_MS,
		});
		service.onAlert((alert) => told.push(alert));
		service.start();
		watch.start();
		close = async () => {
			await watch.close();
			service.close();
		};
	}
	await start();
	const { userId } = state.plan;
	const quantity = state.held.long;
	const notional = Number(quantity * 100n) / Number(ONE);

	/** Notes both accounts with this equity per USD of notional, and lets the watch check. */
	async function read(shares: Readonly<Record<'bybit' | 'kucoin', number>>, held = quantity): Promise<void> {
		for (const venue of ['bybit', 'kucoin'] as const) {
			const isLong = state.plan.legs.long.venue === venue;
			const equity = d((shares[venue] * notional).toFixed(6));
			memory.note(userId, venue, {
				takenAt: 0,
				balance: { equity, available: equity },
				positions:
					held === 0n
						? []
						: [
								{
									symbol: state.plan.legs[isLong ? 'long' : 'short'].instrument.symbol,
									quantity: isLong ? held : (-held as Decimal),
									entryPrice: fromInteger(100),
									markPrice: null,
									liquidationPrice: null,
									leverage: fromInteger(2),
									marginMode: 'cross',
									margin: null,
									unrealizedPnl: null,
									adlRank: null,
								},
							],
			});
		}
		await passTime(clock, PERIOD_MS);
	}
	/** 1/L of the pair's plan. */
	const target = Number(ONE) / Number(state.plan.leverage);
	return {
		told,
		topUps,
		notional,
		/** Books a flow in an exchange's ledger now. */
		book: (exchange: string, usd: Decimal, recordId: string) =>
			flows.push({ isOwn: false, exchange, amount: usd, recordId, at: clock.now() }),
		transfers: () => transfers.of(userId),
		clock,
		target,
		read,
		end: () => {
			states = [];
		},
		lose: () => {
			mark = null;
		},
		async restart() {
			await close();
			await start();
		},
		news: () => told.map(({ kind, exchange, facts }) => `${kind} ${exchange} ${String(facts.state)}`),
	};
}

test('each level alerts once, names the transfer, and ends a tenth above its limit', async () => {
	const { read, told, news, target } = await createWorld();
	const at = (part: number) => read({ bybit: part * target, kucoin: 2 * target });
	await at(1);
	expect(told).toEqual([]);
	await at(0.69);
	await at(0.69);
	expect(news()).toEqual(['margin_watch bybit began']);
	await at(0.49);
	expect(news().slice(1)).toEqual(['margin_transfer bybit began']);
	expect(told[1]).toMatchObject({ severity: 'critical' });
	expect(told[1]?.message).toMatch(
		/^Margin on Bybit needs a transfer: equity is \d+ % of your positions, limit \d+ %\. A price (?:fall|rise) of \d+ % liquidates a position\. Move [\d,.]+ USD from KuCoin to Bybit by .+ UTC, and add it to the positions' margin\.$/,
	);
	await at(0.54);
	expect(news()).toHaveLength(2);
	await at(0.6);
	expect(news().slice(2)).toEqual(['margin_transfer bybit over']);
	await at(0.6);
	expect(news()).toHaveLength(3);
	await at(0.8);
	expect(news().slice(3)).toEqual(['margin_watch bybit over']);
	expect(told[3]?.message).toMatch(/^Margin on Bybit has recovered: equity is \d+ % of your positions\.$/);
});

test('a fall through all limits raises one alert, and so does the recovery', async () => {
	const { read, told, news, target } = await createWorld();
	await read({ bybit: 0.1 * target, kucoin: target });
	expect(news()).toEqual(['margin_reduce bybit began']);
	expect(told[0]?.message).toMatch(
		/^Margin on Bybit is nearly used up: .* Close a part of your pairs there now\./,
	);
	await read({ bybit: target, kucoin: target });
	expect(news().slice(1)).toEqual(['margin_reduce bybit over']);
});

test('a restart keeps the level, and an unknown mark or an old reading changes nothing', async () => {
	const { read, restart, lose, news, target } = await createWorld();
	await read({ bybit: 0.49 * target, kucoin: target });
	await restart();
	await read({ bybit: 0.52 * target, kucoin: target });
	expect(news()).toEqual(['margin_transfer bybit began']);
	lose();
	await read({ bybit: 2 * target, kucoin: target });
	expect(news()).toHaveLength(1);
});

test('the alerts end with the positions', async () => {
	const { read, end, news, told, target } = await createWorld();
	await read({ bybit: 0.6 * target, kucoin: target });
	end();
	await read({ bybit: 0.6 * target, kucoin: target }, 0n as Decimal);
	expect(news()).toEqual(['margin_watch bybit began', 'margin_watch bybit over']);
	expect(told[1]?.message).toBe('You hold no positions on Bybit any more.');
});

test('the transfer that an alert requests is recognized, and the alert ends with its arrival', async () => {
	const { read, told, book, transfers, restart, target } = await createWorld();
	const at = (bybit: number, kucoin = 2) => read({ bybit: bybit * target, kucoin: kucoin * target });
	await at(0.49);
	const [asked] = transfers();
	expect(asked).toMatchObject({ state: 'planned', from: 'kucoin', to: 'bybit', askedBy: { kind: 'alert' } });
	const usd = asked?.amount ?? ZERO;
	expect(textOf(asked?.without ?? '')).toMatch(/^Without it, a price (?:fall|rise) of \d+ % liquidates/);
	await at(0.45);
	expect(transfers().map(({ transferId, amount }) => [transferId, amount])).toEqual([
		[asked?.transferId, usd],
	]);
	book('kucoin', neg(usd), 'out');
	await at(0.45, 1.2);
	expect(transfers().map(({ state }) => state)).toEqual(['sent']);
	// A further fall requests only what is missing beyond the money under way, also after a restart.
	await restart();
	await at(0.2, 1.2);
	expect(told.at(-1)?.message).toMatch(/USD are in flight from KuCoin to Bybit/);
	expect(transfers().map(({ state }) => state)).toEqual(['planned', 'sent']);
	expect(transfers()[0]?.amount ?? usd).toBeLessThan(usd);
	book('bybit', sub(usd, ONE), 'in');
	await at(1, 1.2);
	expect(transfers()).toMatchObject([
		{ state: 'withdrawn' },
		{ state: 'arrived', transferId: asked?.transferId },
	]);
	expect(told.at(-1)?.facts).toMatchObject({ state: 'over' });
	expect(told.at(-1)?.message).toMatch(
		/^Margin on Bybit has recovered: .* The transfer of [\d,.]+ USD from KuCoin has arrived at Bybit\.$/,
	);
});

test('a transfer that is no longer needed is taken back, but not because a reading is missing', async () => {
	const { read, transfers, clock, target } = await createWorld();
	await read({ bybit: 0.49 * target, kucoin: 2 * target });
	await passTime(clock, 60_000);
	expect(transfers().map(({ state }) => state)).toEqual(['planned']);
	await read({ bybit: target, kucoin: 2 * target });
	expect(transfers().map(({ state }) => state)).toEqual(['withdrawn']);
});

test('below the level transfer, the account is filled up to its plan from the wallet at the same exchange', async () => {
	const { read, topUps, notional, target } = await createWorld();
	await read({ bybit: 0.6 * target, kucoin: 2 * target });
	expect(topUps).toEqual([]);
	await read({ bybit: 0.49 * target, kucoin: 2 * target });
	expect(topUps).toEqual([`bybit ${(0.51 * target * notional).toFixed(2)}`]);
});
