/** Connects the WebSockets to the hub of subscriptions and to the event sources. */
import type { Server } from 'node:http';
import type { AlertFeed } from '../../ports/alerts.ts';
import type { Random, TurnEnd } from '../../ports/clock.ts';
import type { ExecutionFeed } from '../../ports/execution-feed.ts';
import type { Services } from '../rpc/method.ts';
import { createHub, type HubCounts, type HubLimits } from '../streams/hub.ts';
import type { StreamTiming } from '../streams/wanted.ts';
import { createWorkQueue } from '../streams/work-queue.ts';
import { addWebSockets, type WebSocketLimits, type WebSocketParts } from './ws-route.ts';

/** All limits in the `stream` setting. */
export type StreamLimits = HubLimits & StreamTiming & Omit<WebSocketLimits, 'messageBytesMax'>;

/** Event sources in addition to the services, and limits for subscribers. */
export type StreamParts = {
	readonly executions: ExecutionFeed;
	readonly alerts: AlertFeed;
	readonly turnEnd: TurnEnd;
	readonly limits: StreamLimits;
};

/** All of the server's WebSockets. */
export interface Streams {
	/** Completes calls in progress, then closes all WebSockets. */
	stop(): void;
	/** Closes all open WebSockets immediately. */
	cut(): void;
	counts(): HubCounts;
}

/** Creates the hub, and handles the server's WebSocket upgrades until it stops. */
export function addStreams(
	server: Server,
	{ executions, alerts, turnEnd, limits }: StreamParts,
	parts: Omit<WebSocketParts, 'hub' | 'wanted' | 'limits' | 'clock'> & {
		readonly services: Services;
		readonly random: Random;
		/** Maximum message size, bytes. */
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
