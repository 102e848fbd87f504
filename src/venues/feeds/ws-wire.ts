/**
 * Opens a feed's WebSocket with `ws`, to the exchange or to a simulator's port. Frames are not compressed, and are
 * passed on as raw bytes.
 */
import WebSocket from 'ws';
import type { OpenWire } from './feed-socket.ts';
import { LocalAgent } from './local-agent.ts';
import { closedWith } from './text.ts';

/** Maximum message length, bytes; no book message is this long. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Returns the function that opens a feed's WebSocket.
 * @param redirectPort port of a simulator on this machine; only the transport changes, and the address stays the
 * exchange's
 */
export function wireOpener(redirectPort: number | undefined): OpenWire {
	const agent = redirectPort === undefined ? {} : { agent: new LocalAgent(redirectPort) };
	return (address, events) => {
		const socket = new WebSocket(address, {
			...agent,
			perMessageDeflate: false,
			maxPayload: MESSAGE_BYTES_MAX,
			// We parse frames byte by byte and compare only ASCII names and digits, so UTF-8 validation is
			// unnecessary.
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
		socket.on('close', (code) => events.onClose(failure === '' ? closedWith(code) : failure));
		return {
			send: (text) => socket.send(text),
			ping: () => socket.ping(),
			cut: () => socket.terminate(),
		};
	};
}
