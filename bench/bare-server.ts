/** The baseline for the request benches: a node:http server that reads the body and responds with fixed bytes. */
import { createServer } from 'node:http';

const answer = await new Promise<Buffer>((resolve) => {
	const chunks: Buffer[] = [];
	process.stdin
		.on('data', (chunk: Buffer) => chunks.push(chunk))
		.on('end', () => resolve(Buffer.concat(chunks)));
});

const server = createServer((request, response) => {
	request.resume().on('end', () => {
		response.writeHead(200, {
			'content-type': 'application/json; charset=utf-8',
			'content-length': answer.length,
		});
		response.end(answer);
	});
});

server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	process.stdout.write(
		`${JSON.stringify({ port: typeof address === 'object' ? address?.port : undefined })}\n`,
	);
});
// Processor time used so far, milliseconds.
process.on('message', () => {
	const { user, system } = process.cpuUsage();
	process.send?.((user + system) / 1_000);
});
// The parent stops this process; the process also exits when the parent is gone.
process.on('disconnect', () => process.exit(0));
