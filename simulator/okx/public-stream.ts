/** Serves OKX's public stream `/ws/v5/public`. */
import type { Exchange, FrontEndSocket } from '../core/types.ts';
import type { PublicFeeds } from './market-feeds.ts';
import { type Command, type Connection, channelText, serveConnection } from './stream-connection.ts';

export function connectPublicStream(exchange: Exchange, feeds: PublicFeeds, socket: FrontEndSocket): void {
	serveConnection(exchange, socket, (connection) => {
		const joined = new Map<string, () => void>();
		return {
			onCommand(command) {
				if (command.op === 'subscribe') subscribe(feeds, connection, joined, command);
				else if (command.op === 'unsubscribe') unsubscribe(connection, joined, command);
				else if (command.op === 'login')
					connection.error(command, '60008', 'Login is not supported for public channels');
				else connection.error(command, '60019', `Invalid op: ${command.op}`);
			},
			onClose() {
				for (const leave of joined.values()) leave();
				joined.clear();
			},
		};
	});
}

/**
 * Subscribes to channels. Each channel is acknowledged separately and then starts. A second subscription to a channel
 * is acknowledged but does not start again.
 */
function subscribe(
	feeds: PublicFeeds,
	connection: Connection,
	joined: Map<string, () => void>,
	command: Command,
): void {
	for (const arg of command.args) {
		const feed = feeds(arg);
		if (feed === undefined) {
			connection.error(command, '60018', `Wrong URL or ${channelText(arg)} doesn't exist.`);
			continue;
		}
		connection.event(command, { event: 'subscribe', arg });
		const name = JSON.stringify(arg);
		if (!joined.has(name)) joined.set(name, feed.join(connection.push));
	}
}

function unsubscribe(connection: Connection, joined: Map<string, () => void>, command: Command): void {
	for (const arg of command.args) {
		const name = JSON.stringify(arg);
		joined.get(name)?.();
		joined.delete(name);
		connection.event(command, { event: 'unsubscribe', arg });
	}
}
