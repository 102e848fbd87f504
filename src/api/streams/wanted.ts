/** Resolves the params of `subscribe` to the source for a channel. */
import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { encodeExactJson, type JsonObject } from '../../domain/exact-json.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { AlertFeed } from '../../ports/alerts.ts';
import type { ExecutionFeed } from '../../ports/execution-feed.ts';
import { CHANNELS, type Channel, findChannel, heartbeatParams } from '../methods/channels.ts';
import { SUBSCRIBE_PARAMS } from '../methods/stream-methods.ts';
import { costTermParams } from '../rpc/cost-terms.ts';
import { requireExchangePair, requireOpportunity } from '../rpc/known-things.ts';
import { readParams, type Services } from '../rpc/method.ts';
import { listQuery, opportunityListParams } from '../rpc/opportunity-list.ts';
import { invalidParam, show } from '../rpc/param-errors.ts';
import { RULE_TEXT } from '../rpc/text.ts';
import { listSource, recordSource } from './opportunity-sources.ts';
import { alertsSource, executionsSource, pairStatusSource, portfolioSource } from './private-sources.ts';
import { whole } from './snapshot.ts';
import type { Source, Wanted } from './source.ts';
import { STREAM_TEXT } from './text.ts';
import type { WorkQueue } from './work-queue.ts';

/** Intervals at which channels are read, milliseconds. */
export type StreamTiming = {
	/** Minimum time between two reads of opportunities, milliseconds. */
	readonly opportunitiesMs: number;
	/** Interval between portfolio reads if no change is reported, milliseconds. */
	readonly portfolioMs: number;
	/** Interval between pair status reads if no change is reported, milliseconds. */
	readonly pairStatusMs: number;
};

/** Services and timing that the channel sources use. */
export type WantedParts = {
	readonly services: Services;
	readonly executions: ExecutionFeed;
	readonly alerts: AlertFeed;
	readonly queue: WorkQueue;
	readonly timing: StreamTiming;
};

/** The params of `subscribe`, parsed with the channel's schema. */
export type SubscribeRequest = {
	readonly channel: Channel;
	readonly argument: string | undefined;
	readonly params: JsonObject;
	readonly cursor: string | undefined;
};

const named = z.looseObject({ channel: SUBSCRIBE_PARAMS.channel });
const SCHEMAS = new Map(
	CHANNELS.map((channel) => [channel, z.strictObject({ ...SUBSCRIBE_PARAMS, ...channel.params })]),
);
const ofList = z.strictObject({ ...SUBSCRIBE_PARAMS, ...opportunityListParams });
const ofRecord = z.strictObject({ ...SUBSCRIBE_PARAMS, ...costTermParams });
const ofHeartbeat = z.strictObject({ ...SUBSCRIBE_PARAMS, ...heartbeatParams });

/** Parses the params of `subscribe`. @throws CarrywireError INVALID_PARAMS, UNKNOWN_CHANNEL */
export function readSubscribeRequest(params: JsonObject): SubscribeRequest {
	const { channel: text } = readParams(named, params);
	const found = findChannel(text);
	if (found === undefined) {
		const known = CHANNELS.map(({ pattern }) => pattern);
		throw new CarrywireError('UNKNOWN_CHANNEL', STREAM_TEXT.unknownChannel(known, show(text)), {
			field: 'channel',
			facts: { known },
		});
	}
	const schema = SCHEMAS.get(found.channel) ?? named;
	const { resume } = readParams(schema, params) as { readonly resume?: string };
	return { ...found, params, cursor: resume };
}

/** Resolves a request to its channel source. @throws CarrywireError for an unknown pair, symbol or opportunity */
export function wantedOf(
	{ channel, argument, params }: SubscribeRequest,
	caller: Caller | undefined,
	parts: WantedParts,
) {
	switch (channel.name) {
		case 'opportunities':
			return wantedList(argument, params, parts);
		case 'opportunity':
			return wantedRecord(argument ?? '', params, parts);
		case 'heartbeat':
			return wantedHeartbeat(params, parts);
		default:
			if (caller === undefined)
				throw new Error(`Invariant broken: a subscription to ${channel.name} has a caller.`);
			return wantedPrivate(channel.name, argument, caller, parts);
	}
}

function wantedList(argument: string | undefined, params: JsonObject, parts: WantedParts): Wanted {
	const { services, queue, timing } = parts;
	const read = readParams(ofList, params);
	const named = argument === undefined ? undefined : requireExchangePair(services, argument, 'channel').name;
	const inParams =
		read.exchangepair === undefined
			? undefined
			: requireExchangePair(services, read.exchangepair, 'exchangepair').name;
	if (named !== undefined && inParams !== undefined && named !== inParams)
		throw invalidParam('exchangepair', RULE_TEXT.otherPair({ pair: named }), show(inParams));
	const pair = named ?? inParams;
	const query = listQuery(read, pair);
	const { opportunities: book, clock } = services;
	return {
		channel: pair === undefined ? 'opportunities' : `opportunities.${pair}`,
		key: `opportunities ${encodeExactJson(query)}`,
		userId: undefined,
		open: () => listSource({ book, clock, periodMs: timing.opportunitiesMs }, queue, query),
	};
}

function wantedRecord(id: string, params: JsonObject, { services, timing }: WantedParts): Wanted {
	const { amount, horizon_hours: horizonHours, leverage, mode } = readParams(ofRecord, params);
	requireOpportunity(services, id);
	const terms = { amount, horizonHours, leverage, mode };
	const { opportunities: book, clock } = services;
	return {
		channel: `opportunity.${id}`,
		key: `opportunity ${id} ${encodeExactJson(terms)}`,
		userId: undefined,
		open: () => recordSource({ book, clock, periodMs: timing.opportunitiesMs }, id, terms),
	};
}

function wantedHeartbeat(params: JsonObject, { services: { clock } }: WantedParts): Wanted {
	const { interval_seconds: seconds } = readParams(ofHeartbeat, params);
	const source: Source = {
		periodMs: seconds * 1_000,
		pauseMs: 0,
		watch: () => () => undefined,
		read: () => whole(JSON.stringify({ time: new Date(clock.now()).toISOString() })),
	};
	return { channel: 'heartbeat', key: `heartbeat ${seconds}`, userId: undefined, open: () => source };
}

function wantedPrivate(
	name: 'portfolio' | 'executions' | 'pair_status' | 'alerts',
	argument: string | undefined,
	caller: Caller,
	parts: WantedParts,
): Wanted {
	const { userId } = caller;
	const of = (channel: string, open: () => Source): Wanted => ({
		channel,
		key: `${channel} ${userId}`,
		userId,
		open,
	});
	switch (name) {
		case 'portfolio':
			return of(name, () => portfolioSource(parts, userId, parts.timing.portfolioMs));
		case 'executions':
			return of(name, () => executionsSource(parts, userId));
		case 'alerts':
			return of(name, () => alertsSource(parts.alerts, userId));
		case 'pair_status': {
			const pair = requireExchangePair(parts.services, argument ?? '', 'channel');
			const open = () => pairStatusSource(parts, caller, pair, parts.timing.pairStatusMs);
			return of(`pair_status.${pair.name}`, open);
		}
	}
}
