//! Which addresses belong to the public internet. Everything else may be a machine that trusts whoever can reach it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether `ip` is a unicast address that the whole internet can reach.
///
/// Source: the special-purpose registries of IANA (RFC 6890 and its successors). IPv6 outside of `2000::/3` is not public,
/// but for IPv4 addresses that are written as IPv6 (mapped, `64:ff9b::/96`, 6to4), which count as what they stand for.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => public4(ip),
        IpAddr::V6(ip) => public6(ip),
    }
}

#[expect(clippy::unnested_or_patterns, reason = "a block of the registry each")]
fn public4(ip: Ipv4Addr) -> bool {
    !matches!(
        ip.octets(),
        // This network, private, loopback, link-local.
        [0 | 10 | 127, ..] | [172, 16..=31, ..] | [192, 168, ..] | [169, 254, ..]
            // Shared by carriers (100.64.0.0/10), protocol assignments, the relays of 6to4.
            | [100, 64..=127, ..] | [192, 0, 0, _] | [192, 88, 99, _]
            // Documentation and benchmarks.
            | [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [198, 18 | 19, ..]
            // Multicast, reserved, broadcast.
            | [224..=255, ..]
    )
}

#[expect(clippy::unnested_or_patterns, reason = "a block of the registry each")]
fn public6(ip: Ipv6Addr) -> bool {
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        public4(Ipv4Addr::new(a, b, c, d))
    };
    match ip.segments() {
        [0, 0, 0, 0, 0, 0xFFFF, high, low] | [0x64, 0xFF9B, 0, 0, 0, 0, high, low] => v4(high, low),
        [0x2002, high, low, ..] => v4(high, low),
        // Protocol assignments with Teredo, documentation.
        [0x2001, 0..=0x1FF, ..] | [0x2001, 0xDB8, ..] | [0x3FFF, 0..=0xFFF, ..] => false,
        [0x2000..=0x3FFF, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_the_internet_is_refused() {
        for ip in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "10.255.255.255",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::808:808",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn the_internet_is_let_through() {
        for ip in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "140.82.121.4",
            "169.253.255.255",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.1",
            "192.167.1.1",
            "192.169.0.1",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2001:4860:4860::8888",
            "2001:200::1",
            "2606:50c0:8000::154",
            "2a00:1450::1",
            "3ffe::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
    }
}
