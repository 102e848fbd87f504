/** The usual JSON-RPC server of Node beside ours: jayson, answering one object that it was given, whatever the method. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import jayson from 'jayson';

const { result } = JSON.parse(await text(process.stdin)) as { readonly result: jayson.JSONRPCResultLike };

const methods = new jayson.Server({
	get_opportunities(_params: jayson.RequestParamsLike, callback: jayson.JSONRPCCallbackTypePlain) {
		callback(null, result);
	},
});
const server = methods.http();
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
// The parent ends it; when the parent is gone there is nobody left to answer.
process.on('disconnect', () => process.exit(0));
