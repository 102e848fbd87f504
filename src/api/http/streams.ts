/** Composes the WebSockets: hub, sources, connections. */
import type { Server } from 'node:http';
import type { AlertFeed } from '../../ports/alerts.ts';
import type { Random, TurnEnd } from '../../ports/clock.ts';
import type { ExecutionFeed } from '../../ports/execution-feed.ts';
import type { Services } from '../rpc/method.ts';
import { createHub, type HubCounts, type HubLimits } from '../streams/hub.ts';
import type { StreamTiming } from '../streams/wanted.ts';
import { createWorkQueue } from '../streams/work-queue.ts';
import { addWebSockets, type WebSocketLimits, type WebSocketParts } from './ws-route.ts';

/** All limits of the setting `stream`. */
export type StreamLimits = HubLimits & StreamTiming & Omit<WebSocketLimits, 'messageBytesMax'>;

/** Event sources beside the services, and the limits of subscribers. */
export type StreamParts = {
	readonly executions: ExecutionFeed;
	readonly alerts: AlertFeed;
	readonly turnEnd: TurnEnd;
	readonly limits: StreamLimits;
};

/** All WebSockets of the server. */
export interface Streams {
	/** Answers calls in progress and closes all. */
	stop(): void;
	/** Closes all open WebSockets immediately. */
	cut(): void;
	counts(): HubCounts;
}

/** Creates the hub and handles upgrades of the server from now on. */
export function addStreams(
	server: Server,
	{ executions, alerts, turnEnd, limits }: StreamParts,
	parts: Omit<WebSocketParts, 'hub' | 'wanted' | 'limits' | 'clock'> & {
		readonly services: Services;
		readonly random: Random;
		/** Longest message, bytes. */
		readonly messageBytesMax: number;
	},
): Streams {
	const { services, random, logger, messageBytesMax } = parts;
	const { clock } = services;
	const hub = createHub({ limits, clock, turnEnd, random, logger });
	const wanted = { services, executions, alerts, queue: createWorkQueue(clock), timing: limits };
	const sockets = addWebSockets(server, {
		...parts,
		hub,
		wanted,
		clock,
		limits: { ...limits, messageBytesMax },
	});
	return {
		stop() {
			sockets.stop();
			hub.close();
		},
		cut: sockets.cut,
		counts: hub.counts,
	};
}
