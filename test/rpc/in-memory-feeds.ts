/** Provides feeds under a test's control: executions, alerts and an opportunity list that the test replaces. */

import type { StreamLimits } from '../../src/api/http/streams.ts';
import { OPPORTUNITY_EXAMPLE } from '../../src/api/rpc/opportunity-example.ts';
import { PORTFOLIO_EXAMPLE } from '../../src/api/rpc/portfolio-example.ts';
import { parseDecimal as d } from '../../src/domain/decimal.ts';
import type { Opportunity } from '../../src/domain/opportunity.ts';
import { paginationOf } from '../../src/domain/pagination.ts';
import { camelNamed } from '../../src/domain/snake-case.ts';
import type { Alert, AlertFeed } from '../../src/ports/alerts.ts';
import type { ExecutionFeed, ExecutionView } from '../../src/ports/execution-feed.ts';
import type { OpportunityBook } from '../../src/ports/opportunities.ts';
import { NOW, NOW_MS } from './in-memory-trading.ts';

/** WebSocket limits for tests. Channels are read at short intervals, so that tests do not wait. */
export const STREAM_LIMITS: StreamLimits = {
	connectionsMax: 100,
	strangersPerAddressMax: 100,
	allowedOrigins: [],
	firstMessageMs: 30_000,
	heartbeatMs: 15_000,
	subscriptionsPerConnectionMax: 10,
	groupsMax: 50,
	bufferBytesMax: 1_048_576,
	behindMsMax: 30_000,
	resumeMs: 60_000,
	removedMax: 100,
	opportunitiesMs: 5,
	portfolioMs: 5,
	pairStatusMs: 5,
};

export type InMemoryFeeds = {
	readonly executions: ExecutionFeed & { put(userId: string, view: ExecutionView): void };
	readonly alerts: AlertFeed & { raise(alert: Alert): void };
};

export function inMemoryFeeds(): InMemoryFeeds {
	const views = new Map<string, Map<string, ExecutionView>>();
	const listeners = new Map<string, Set<() => void>>();
	const alerts: Alert[] = [];
	const alertListeners = new Set<(alert: Alert) => void>();
	return {
		executions: {
			watch(userId, listener) {
				const own = listeners.get(userId) ?? new Set();
				listeners.set(userId, own.add(listener));
				return {
					now: async () => [...(views.get(userId)?.values() ?? [])],
					stop: () => own.delete(listener),
				};
			},
			put(userId, view) {
				const own = views.get(userId) ?? new Map<string, ExecutionView>();
				views.set(userId, own.set(view.execution.id, view));
				for (const listener of listeners.get(userId) ?? []) listener();
			},
		},
		alerts: {
			onAlert(listener) {
				alertListeners.add(listener);
				return () => alertListeners.delete(listener);
			},
			recent: async (userId, limit) =>
				alerts
					.filter((alert) => alert.userId === userId)
					.slice(-limit)
					.reverse(),
			raise(alert) {
				alerts.push(alert);
				for (const listener of alertListeners) listener(alert);
			},
		},
	};
}

export function executionView(
	id: string,
	status: ExecutionView['execution']['status'],
	seq = 0,
): ExecutionView {
	const { trading_mode: _, ...execution } = PORTFOLIO_EXAMPLE.executions[0].execution;
	return {
		execution: {
			...(camelNamed(execution) as object),
			id,
			status,
			statusWords: null,
		} as unknown as ExecutionView['execution'],
		agentId: null,
		events: [
			{
				event: { type: 'ExecutionOpened', quantity: d('0.005') } as never,
				recordedAt: NOW_MS,
				streamSeq: seq,
				text: 'Both legs hold 0.005 BTC.',
			},
		],
		eventsTotal: seq + 1,
	};
}

export type HandBook = OpportunityBook & {
	/** Replaces the list with these records, best first. */
	show(rows: readonly Opportunity[]): void;
};

/** Builds a record whose apr is its version number; `padding` makes the record large. */
export function opportunityOf(id: string, apr: number, padding = 0): Opportunity {
	const reasons = [{ field: 'net', code: 'TEST', message: 'x'.repeat(padding) }];
	return {
		...(camelNamed(OPPORTUNITY_EXAMPLE) as object),
		opportunityId: id,
		pairUid: id,
		apr,
		...(padding === 0 ? {} : { reasons }),
	} as unknown as Opportunity;
}

/** Creates an opportunity list under a test's control. */
export function handBook(rest: OpportunityBook): HandBook {
	let rows: readonly Opportunity[] = [];
	let version = 1;
	return {
		...rest,
		get version() {
			return version;
		},
		show(next) {
			rows = next;
			version += 1;
		},
		async list({ limit, page }) {
			const shown = rows
				.slice((page - 1) * limit, page * limit)
				.map((record) => ({ record, passedMs: version }));
			return {
				rows: shown,
				pagination: paginationOf(rows.length, { page, limit }),
				asOf: NOW,
				coinCounts: undefined,
			};
		},
		find: (id) =>
			rows.some((row) => row.opportunityId === id)
				? { long: undefined as never, short: undefined as never }
				: id.startsWith('opp_')
					? 'expired'
					: 'unknown',
		record: (id) => rows.find((row) => row.opportunityId === id),
	};
}
