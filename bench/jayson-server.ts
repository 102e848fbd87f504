/** Runs a server with the jayson library over node:http. It serializes a given object for every request. */
import jayson from 'jayson';

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const { result } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly result: object };

const server = new jayson.Server({
	get_opportunities(_params: unknown, callback: (error: null, result: object) => void) {
		callback(null, result);
	},
}).http();

server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	process.stdout.write(
		`${JSON.stringify({ port: typeof address === 'object' ? address?.port : undefined })}\n`,
	);
});
// The parent kills this process. If the parent ends without killing it, the process exits on its own.
process.on('disconnect', () => process.exit(0));
