/** The WebSocket of a feed, by `ws`: frames as they came, uncompressed, to the real address or to a simulator's port. */
import WebSocket from 'ws';
import type { OpenWire } from './feed-socket.ts';
import { LocalAgent } from './local-agent.ts';

/** No book is as long. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/** @param redirectPort of a simulator on this machine: only the transport changes, the address stays the venue's */
export function wireOpener(redirectPort: number | undefined): OpenWire {
	const agent = redirectPort === undefined ? {} : { agent: new LocalAgent(redirectPort) };
	return (address, events) => {
		const socket = new WebSocket(address, {
			...agent,
			perMessageDeflate: false,
			maxPayload: MESSAGE_BYTES_MAX,
			// What is read of a frame are digits and names that are compared byte by byte.
			skipUTF8Validation: true,
		});
		let failure = '';
		socket.on('open', events.onOpen);
		socket.on('message', events.onMessage as (data: WebSocket.RawData) => void);
		socket.on('ping', events.onSign);
		socket.on('pong', events.onSign);
		socket.on('error', (error) => {
			failure = error.message;
		});
		socket.on('close', (code) => events.onClose(failure === '' ? `it was closed with ${code}` : failure));
		return {
			send: (text) => socket.send(text),
			ping: () => socket.ping(),
			cut: () => socket.terminate(),
		};
	};
}
