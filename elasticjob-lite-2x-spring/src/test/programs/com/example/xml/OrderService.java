package com.example.xml;

import org.springframework.stereotype.Service;

@Service
public class OrderService {

    public void close(String region, String parameter) {
        System.out.println("close | " + region + " | " + parameter);
    }
}
