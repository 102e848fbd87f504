/** Provides the sources that belong to one user: portfolio, executions, pair status and alerts. */

import { encodeExactJson } from '../../domain/exact-json.ts';
import type { ExchangePair } from '../../domain/exchange-pair.ts';
import type { Caller } from '../../identity/tokens.ts';
import { type AlertFeed, alertRecord } from '../../ports/alerts.ts';
import type { ExecutionFeed, ExecutionView } from '../../ports/execution-feed.ts';
import { pairStatus } from '../methods/check-pair-status.ts';
import { eventRecord } from '../rpc/history-record.ts';
import type { Services } from '../rpc/method.ts';
import { executionStateRecord, portfolioRecord } from '../rpc/portfolio-record.ts';
import { plannedTransferRecords } from '../rpc/transfer-record.ts';
import { type Row, type Snapshot, type Value, whole } from './snapshot.ts';
import type { Source } from './source.ts';

/** Minimum time between two reads of the portfolio, milliseconds. A burst of changes therefore causes few reads. */
const PORTFOLIO_PAUSE_MS = 250;
const ALERTS_SHOWN = 50;

type Parts = { readonly services: Services; readonly executions: ExecutionFeed };

/**
 * Creates the source for the user's portfolio. It is read when an execution or kill switch changes, and every
 * `periodMs` ms.
 */
export function portfolioSource({ services, executions }: Parts, userId: string, periodMs: number): Source {
	const query = { userId, executionId: undefined, includeClosed: false, page: 1, limit: 1 };
	return {
		periodMs,
		pauseMs: PORTFOLIO_PAUSE_MS,
		watch(onChange) {
			const stops = [
				executions.watch(userId, onChange).stop,
				services.switches.onChange((target) => {
					if (target.scope !== 'user' || target.userId === userId) onChange();
				}),
			];
			return () => {
				for (const stop of stops) stop();
			};
		},
		async read() {
			const found = await services.portfolio.live(query);
			const {
				executions: rows,
				pagination: _,
				...figures
			} = portfolioRecord(
				found,
				services.switches.covering(userId, services.market.venues),
				services.info.tradingMode,
				plannedTransferRecords(services.transfers.of(userId)),
			);
			return {
				kind: 'rows',
				member: 'executions',
				rows: rows.map((row, index) => written(found.executions[index]?.execution.id ?? '', row)),
				values: Object.entries(figures).map(([name, value]): Value => {
					const text = encodeExactJson(value);
					return { name, text, same: text };
				}),
			};
		},
	};
}

/** Creates the source for the user's open and recently ended executions. It is read whenever one of them changes. */
export function executionsSource({ services, executions }: Parts, userId: string): Source {
	/** Serialized rows of unchanged executions. */
	const texts = new WeakMap<ExecutionView, Row>();
	let now: () => Promise<readonly ExecutionView[]> = async () => [];

	function rowOf(view: ExecutionView): Row {
		const known = texts.get(view);
		if (known !== undefined) return known;
		const row = written(view.execution.id, {
			execution: executionStateRecord(view.execution, services.info.tradingMode),
			agent_id: view.agentId,
			events: view.events.map(eventRecord),
			events_total: view.eventsTotal,
		});
		texts.set(view, row);
		return row;
	}

	return {
		periodMs: undefined,
		pauseMs: 0,
		watch(onChange) {
			const watch = executions.watch(userId, onChange);
			now = watch.now;
			return watch.stop;
		},
		read: async (): Promise<Snapshot> => ({
			kind: 'rows',
			member: 'executions',
			rows: (await now()).map(rowOf),
			values: [],
		}),
	};
}

/**
 * Creates the source for the status of a pair. It is read when one of the pair's exchanges or one of the caller's
 * executions changes, and every `periodMs` ms.
 */
export function pairStatusSource(
	{ services, executions }: Parts,
	caller: Caller,
	pair: ExchangePair,
	periodMs: number,
): Source {
	return {
		periodMs,
		pauseMs: 0,
		watch(onChange) {
			const stops = [
				services.market.onVenue((venue) => {
					if (pair.venues.includes(venue)) onChange();
				}),
				executions.watch(caller.userId, onChange).stop,
			];
			return () => {
				for (const stop of stops) stop();
			};
		},
		read() {
			const status = pairStatus(pair, { services, caller }, undefined);
			const ageless = status.exchanges.map((state) => ({
				...state,
				data_age_ms: state.data_age_ms === null,
			}));
			return whole(
				encodeExactJson(status),
				encodeExactJson({ ...status, exchanges: ageless, updated_at: null }),
			);
		},
	};
}

/** Creates the source for the user's last alerts. It is read when the service raises an alert. */
export function alertsSource(feed: AlertFeed, userId: string): Source {
	return {
		periodMs: undefined,
		pauseMs: 0,
		watch: (onChange) =>
			feed.onAlert((alert) => {
				if (alert.userId === userId) onChange();
			}),
		read: async (): Promise<Snapshot> => ({
			kind: 'rows',
			member: 'alerts',
			rows: (await feed.recent(userId, ALERTS_SHOWN)).map((alert) =>
				written(alert.alertId, alertRecord(alert)),
			),
			values: [],
		}),
	};
}

function written(key: string, record: unknown): Row {
	const text = encodeExactJson(record);
	return { key, text, same: text };
}
