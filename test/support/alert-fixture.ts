/**
 * Builds alerts on the trading fixture: the real alert watch and alert service, with the fixture's database, clock
 * and executions.
 */

import { createAccountMemory } from '../../src/alerts/account-memory.ts';
import type { RunningAlertService } from '../../src/alerts/alert-service.ts';
import { type AlertWatch, type AlertWatchOptions, createAlertWatch } from '../../src/alerts/watch.ts';
import { type Decimal, parseDecimal } from '../../src/domain/decimal.ts';
import type { OutlookAnswer } from '../../src/domain/stay-advice.ts';
import type { Alert } from '../../src/ports/alerts.ts';
import type { ExecuteAnswer } from '../../src/ports/order-service.ts';
import { createAlertStore } from '../../src/store/alerts.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { scriptedAlertService } from './alert-service.ts';
import { storedAlerts } from './stored-alerts.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from './trading-fixture.ts';

export const USER = 'user_a';

export type AlertFixture = {
	readonly trading: TradingFixture;
	/** All alerts passed to listeners so far, in order, including those before a restart. */
	readonly told: readonly Alert[];
	readonly service: () => RunningAlertService;
	readonly memory: () => ReturnType<typeof createAccountMemory>;
	/**
	 * Sets the forecast for every execution from now on. `monthMean`: mean carry of the last 30 days, per year.
	 * `expectedMonth`: expected carry of the next 30 days. If both are absent, the forecast is unknown. A round trip
	 * costs 20 bp.
	 */
	readonly expect: (monthMean?: number, expectedMonth?: number) => void;
	/** Opens an execution and returns its id once both legs hold the same quantity. */
	readonly open: (coin?: string) => Promise<string>;
	/** Simulates a crash: trading and alerts are restarted as in a new process, with the same database. */
	readonly restart: () => Promise<void>;
	/** Stops the alerts, but not trading. */
	readonly stop: () => Promise<void>;
	/** Starts the alerts again after `stop`. */
	readonly start: () => Promise<void>;
};

const NOTHING_KNOWN = { unknown: 'Nothing is known.' };

export const ALERT_RULES: AlertWatchOptions['settings'] = {
	unhedgedMaxUsd: parseDecimal('10000'),
	unhedgedMs: 10_000,
	liquidationDistancePct: parseDecimal('8'),
	venueDownMs: 60_000,
	summaryHourUtc: 8,
};

export function createAlertFixture(
	seed: number,
	options: { readonly settings?: Partial<AlertWatchOptions['settings']>; readonly risk?: RiskChange } = {},
): AlertFixture {
	const trading = createTradingFixture(seed, options.risk);
	const { clock, database, market } = trading;
	const told: Alert[] = [];
	let outlook: OutlookAnswer = NOTHING_KNOWN;
	let running: {
		service: RunningAlertService;
		watch: AlertWatch;
		memory: ReturnType<typeof createAccountMemory>;
	};

	function start(): void {
		const service = scriptedAlertService(clock, { database });
		const markOf = (venue: string, symbol: string): Decimal | null =>
			market.get(venue, symbol)?.ticker?.mark ?? null;
		const memory = createAccountMemory({ clock, markOf, hourlySigmaOf: () => 0.01 });
		const watch = createAlertWatch({
			service,
			store: createAlertStore(createSqliteDatabase(database)),
			stored: storedAlerts(database),
			clock,
			journal: trading.journal,
			market,
			states: trading.driver.states,
			onChange: trading.driver.onChange,
			switches: trading.switches,
			accounts: { users: () => [USER], venues: () => [...trading.connected] },
			silentStreams: () => trading.streams.allSilent(),
			stayOutlook: () => outlook,
			portfolio: trading.portfolio,
			memory,
			markOf,
			settings: { ...ALERT_RULES, ...options.settings },
		});
		service.onAlert((alert) => told.push(alert));
		service.start();
		watch.start();
		running = { service, watch, memory };
	}

	async function stop(): Promise<void> {
		await running.watch.close();
		running.service.close();
	}

	start();
	return {
		trading,
		told,
		service: () => running.service,
		memory: () => running.memory,
		expect(monthMean, expectedMonth) {
			outlook =
				monthMean === undefined || expectedMonth === undefined
					? NOTHING_KNOWN
					: { monthMean, expectedMonth, roundTrip: 0.002, exitGap: 0 };
		},
		async open(coin = 'SOL') {
			const opportunityId = trading.feed(coin);
			const { executionId: id } = (await trading.settled(
				trading.execute({ opportunityId }),
			)) as ExecuteAnswer;
			for (let waited = 0; trading.driver.state(id)?.phase !== 'running' && waited < 100; waited += 1)
				await trading.pass(50);
			return id;
		},
		async restart() {
			await stop();
			trading.restart();
			start();
		},
		stop,
		async start() {
			start();
			await trading.pass(0);
		},
	};
}
